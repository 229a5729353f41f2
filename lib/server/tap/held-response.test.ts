// A caller receives nothing until its program was looked up: it may be gone as soon as it has it.
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { mark, stopServers } from "../exchange/exchange.testkit.ts";
import { connectTo, readAll, startSocketServer, startTestTap, waitFor } from "./tap.testkit.ts";
import type { TapMessage } from "./tap-message.ts";
import { TapRecording } from "./tap-recording.ts";

afterEach(stopServers);

/** Records whatever comes, and looks up callers when it is told to. */
class SlowRecording extends TapRecording {
  readonly sent: TapMessage[] = [];
  finishLookUp = (): void => undefined;
  readonly #lookUp = new Promise<void>((resolve) => {
    this.finishLookUp = resolve;
  });

  constructor() {
    const sink = {
      append: () => undefined,
      now: () => performance.now(),
      pendingBytes: 0,
      waitUntilWritten: async () => undefined,
    };
    super({ sink, createMask: mark, limit: { value: 1 << 20 } });
  }

  override waitForCaller(): Promise<void> {
    return this.#lookUp;
  }

  override send(message: TapMessage): void {
    this.sent.push(message);
    super.send(message);
  }
}

/** Something else has been sent and received: what was written before it has arrived. */
async function passTime(): Promise<void> {
  const port = await startSocketServer((socket) => void socket.pipe(socket));
  const socket = await connectTo(port);
  for (let i = 0; i < 3; i++) {
    socket.write("ping");
    await once(socket, "data");
  }
}

const RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

test("a response and the end of its connection wait, the request does not", async () => {
  const recorder = new SlowRecording();
  const target = await startSocketServer((agent) => {
    agent.once("data", () => agent.end(RESPONSE));
  });
  const { port } = await startTestTap(target, { recorder });
  const caller = await connectTo(port);
  const reading = readAll(caller);
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await waitFor(() => recorder.sent.some(({ kind }) => kind === "agent-closed"));
  await passTime();
  expect(caller.bytesRead).toBe(0);
  expect(caller.readableEnded).toBe(false);
  recorder.finishLookUp();
  expect(String(await reading)).toBe(RESPONSE);
});

test("a response that is followed by a reset arrives before it", async () => {
  const recorder = new SlowRecording();
  const target = await startSocketServer((agent) => {
    agent.once("data", () => agent.write(RESPONSE));
    agent.once("end", () => agent.resetAndDestroy());
  });
  const { port } = await startTestTap(target, { recorder });
  const caller = await connectTo(port);
  const reading = readAll(caller);
  caller.end("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await waitFor(() => recorder.sent.some(({ kind }) => kind === "end"));
  recorder.finishLookUp();
  expect(String(await reading)).toBe(RESPONSE);
});

test("the reset of a connection whose agent cannot be reached waits", async () => {
  const recorder = new SlowRecording();
  const target = await startSocketServer(() => undefined);
  await stopServers();
  const { port } = await startTestTap(target, { recorder });
  const caller = await connectTo(port);
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await waitFor(() => recorder.sent.some(({ kind }) => kind === "end"));
  await passTime();
  expect(caller.closed).toBe(false);
  recorder.finishLookUp();
  await readAll(caller);
  await waitFor(() => caller.closed);
});
