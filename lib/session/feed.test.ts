// The feed client against the real server, over a socket.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FeedLine } from "../api/api-types.ts";
import type { FeedRequest } from "../api/schemas/api-requests.ts";
import { startHttpServer, stopServers } from "../server/exchange/exchange.testkit.ts";
import { Library } from "../server/library.ts";
import { createFeed } from "../server/recording/feed.ts";
import { readSettings } from "../server/settings.ts";
import { followRecording } from "./feed.ts";
import { FeedHub, type HubMessage, type HubRequest } from "./feed-hub.ts";
import { createRunStore, type RunPhase } from "./run.ts";

const overHttp = fetch;
let data = "";
let library: Library;
let left = new AbortController();
let answers: ServerResponse[] = [];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-follow-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
  left = new AbortController();
  answers = [];
  const server = await startHttpServer(async (request, response) => {
    answers.push(response);
    const leaving = new AbortController();
    response.on("close", () => leaving.abort());
    const lines = createFeed(library.recordings, (await json(request)) as FeedRequest, leaving);
    Readable.fromWeb(lines as NodeStream).pipe(response);
  });
  // Browser features that Node.js lacks: a visible page, and relative URLs.
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => overHttp(server + path, init));
});
afterEach(async () => {
  left.abort();
  stopServers();
  vi.unstubAllGlobals();
  await rm(data, { recursive: true });
});

const unheard = {
  onRecord: () => undefined,
  onLine: () => undefined,
  onConnectionLost: () => undefined,
};

async function recorded(): Promise<string> {
  const recorder = await library.recordings.create("a");
  recorder.append({ r: "note", t: 1, text: "one" });
  await recorder.waitUntilWritten();
  return recorder.id;
}

test("an error of the record listener ends following and rejects", async () => {
  const id = await recorded();
  const lost = vi.fn();
  const followed = followRecording(id, left.signal, {
    ...unheard,
    onConnectionLost: lost,
    onRecord(number) {
      if (number === 1) throw new Error("cannot be read");
    },
  });
  await expect(followed).rejects.toThrow("cannot be read");
  expect(lost).not.toHaveBeenCalled();
  expect(answers).toHaveLength(1);
  // The connection is closed, because a browser has few.
  if (answers[0]?.closed === false) await once(answers[0], "close");
});

test("an error of the control line listener does so too", async () => {
  const id = await recorded();
  const followed = followRecording(id, left.signal, {
    ...unheard,
    onLine: () => {
      throw new Error("cannot be heard");
    },
  });
  await expect(followed).rejects.toThrow("cannot be heard");
});

test("a run that fails to fold a record shows the reason", async () => {
  const id = await recorded();
  vi.stubGlobal("requestAnimationFrame", () => {
    throw new Error("there are no frames");
  });
  const run = createRunStore();
  const failed = new Promise<RunPhase>((resolve) => {
    run.subscribe(({ phase }) => phase.kind === "failed" && resolve(phase));
  });
  run.openRecording(id);
  expect(await failed).toEqual({ kind: "failed", reason: "there are no frames" });
  run.close();
});

test("a deleted recording is requested once, and its connection is closed", async () => {
  const told: FeedLine[] = [];
  const lost = vi.fn();
  const line = (one: FeedLine) => void told.push(one);
  await followRecording("nothing", left.signal, {
    ...unheard,
    onLine: line,
    onConnectionLost: lost,
  });
  expect(told.map((one) => one.feed)).toEqual(["gone"]);
  expect(lost).not.toHaveBeenCalled();
  expect(answers).toHaveLength(1);
  if (answers[0]?.closed === false) await once(answers[0], "close");
});

test("what a shared feed delivered is acknowledged, also if nothing follows", async () => {
  const recorder = await library.recordings.create("a");
  const hub = new CountingHub();
  vi.stubGlobal("SharedWorker", hub.createWorkerClass());
  // Called by the page when it is left.
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  const texts: string[] = [];
  const followed = followRecording(recorder.id, left.signal, {
    ...unheard,
    onRecord: (_number, record) => void (record.r === "note" && texts.push(record.text)),
  });
  for (const text of ["one", "two", "three"]) {
    await expect.poll(() => hub.subscribers).toBe(1);
    recorder.append({ r: "note", t: 1, text });
    await expect.poll(() => texts.at(-1)).toBe(text);
  }
  await expect.poll(() => hub.acknowledged).toBe(hub.sent);
  expect(hub.sent).toBeGreaterThan(2);
  left.abort();
  await followed;
});

/** The hub of the shared worker, and what goes through the ports. */
class CountingHub {
  sent = 0;
  acknowledged = 0;
  subscribers = 0;
  readonly #hub = new FeedHub(async (request, signal) =>
    createFeed(library.recordings, request, { signal }),
  );

  /** A class in place of `SharedWorker`, which Node.js lacks. */
  createWorkerClass(): unknown {
    const connect = (port: MessagePort) => this.#connect(port);
    return class {
      onerror = null;
      readonly port: MessagePort;
      constructor() {
        const { port1, port2 } = new MessageChannel();
        this.port = port1;
        connect(port2);
      }
    };
  }

  #connect(port: MessagePort): void {
    const counted: Parameters<FeedHub["connect"]>[0] = {
      onmessage: null,
      postMessage: (message: HubMessage) => {
        if (message.type === "bytes") this.sent++;
        port.postMessage(message);
      },
      close: () => port.close(),
    };
    port.onmessage = (event: MessageEvent<HubRequest>) => {
      if (event.data.type === "subscribe") this.subscribers++;
      if (event.data.type === "ack") this.acknowledged += event.data.messages;
      counted.onmessage?.call(port, event);
    };
    this.#hub.connect(counted);
  }
}
