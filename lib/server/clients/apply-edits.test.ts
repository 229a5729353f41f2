// What a tap delivered, read from its log: the bytes that a caller on a real socket got from a tap with any
// plan are those that clients are served.
import http from "node:http";
import type { Socket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { getRunCount } from "../../../fixtures/run-count.ts";
import type { HeaderList, WireRecord } from "../../wire/record.ts";
import { stopServers } from "../exchange/exchange.testkit.ts";
import { decodeRecordBytes } from "../exchange/response-body.ts";
import { startPlannedTap } from "../tap/plan/plan.testkit.ts";
import { startSocketServer } from "../tap/tap.testkit.ts";
import { type DeliveredExchange, deliver } from "./apply-edits.ts";

afterEach(stopServers);

const REQUEST = JSON.stringify({
  jsonrpc: "2.0",
  id: 7,
  method: "message/stream",
  params: {
    message: {
      kind: "message",
      role: "user",
      messageId: "m",
      parts: [{ kind: "text", text: "Hi" }],
    },
  },
});

const status = (state: string, text = "") => ({
  jsonrpc: "2.0",
  id: 7,
  result: {
    kind: "status-update",
    taskId: "t",
    contextId: "c",
    status: {
      state,
      message: { kind: "message", role: "agent", messageId: "a", parts: [{ kind: "text", text }] },
    },
    final: state === "completed",
  },
});

/** What the caller received. */
interface Received {
  readonly status: number | null;
  readonly type: string | null;
  readonly body: string;
  readonly isComplete: boolean;
}

function receive(port: number): Promise<Received> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" };
    const request = http.request({
      port,
      host: "127.0.0.1",
      method: "POST",
      agent: false,
      headers,
    });
    const none: Received = { status: null, type: null, body: "", isComplete: false };
    let hasHead = false;
    let isReset = false;
    request.on("error", () => {
      isReset = true;
      if (!hasHead) resolve(none);
    });
    request.on("response", (response) => {
      hasHead = true;
      const pieces: Buffer[] = [];
      response.on("data", (bytes: Buffer) => pieces.push(bytes));
      response.on("error", () => undefined);
      response.on("close", () => {
        resolve({
          status: response.statusCode ?? null,
          type: response.headers["content-type"] ?? null,
          body: Buffer.concat(pieces).toString("latin1"),
          isComplete: response.complete && !isReset,
        });
      });
    });
    request.end(REQUEST);
  });
}

const getType = (headers: HeaderList = []) =>
  headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;

const toReceived = ({ head, data, end }: DeliveredExchange): Received => ({
  status: head?.status ?? null,
  type: getType(head?.headers),
  body: Buffer.concat(data.map(decodeRecordBytes)).toString("latin1"),
  isComplete: head !== null && end?.cause === "complete",
});

/** The exchange with an id, and what was done to it. */
function findExchange(records: readonly WireRecord[], x: string) {
  const own = records.filter((record) => "x" in record && record.x === x);
  const find = <R extends WireRecord["r"]>(r: R) =>
    own.filter((record): record is Extract<WireRecord, { r: R }> => record.r === r);
  const [open] = find("open");
  if (!open) throw new Error(`there is no ${x}`);
  const [head = null] = find("head");
  const [end = null] = find("end");
  return { recorded: { open, head, data: find("data"), end }, edits: find("edit") };
}

function getOnlyExchange(records: readonly WireRecord[]) {
  const [open] = records.flatMap((record) => (record.r === "open" ? [record.x] : []));
  return findExchange(records, open ?? "");
}

const TEXT = fc.constantFrom("", "one", "日本 🎏", "a\nb", "\u2028");
const STATE = fc.constantFrom("submitted", "working", "input-required", "completed");

/** An event as any agent may write it. */
const EVENT = fc
  .record({
    value: fc.tuple(STATE, TEXT).map(([state, text]) => status(state, text)),
    space: fc.constantFrom("", " "),
    end: fc.constantFrom("\n", "\r\n"),
    indent: fc.constantFrom(0, 1),
    before: fc.constantFrom("", ": ping\n\n", "id: 1\n", "event: message\n"),
  })
  .map(({ value, space, end, indent, before }) => {
    const lines = JSON.stringify(value, null, indent).split("\n");
    return `${before}${lines.map((line) => `data:${space}${line}${end}`).join("")}${end}`;
  });

const RAW = fc.constantFrom(
  "",
  ": nothing\n\n",
  "data: {}\n\n",
  'data: {"kind":"ä"}\n\n',
  "data: x",
);

/** Steps about one event, and about the request. */
const STEP = fc.oneof(
  fc
    .record({
      when: fc.integer({ min: 1, max: 5 }).map((event) => ({ event })),
      what: fc.oneof(
        fc.constant({ do: "drop" }),
        fc.integer({ min: 1, max: 3 }).map((times) => ({ do: "repeat", times })),
        fc
          .record({ raw: RAW, where: fc.constantFrom("before", "after") })
          .map((one) => ({ do: "insert", ...one })),
        STATE.map((state) => ({ do: "insert", event: status(state).result })),
        TEXT.map((text) => ({
          do: "edit",
          set: { "/status/message/parts/0/text": text },
        })),
        RAW.map((raw) => ({ do: "edit", raw })),
        fc.constantFrom("reset", "close").map((how) => ({ do: "cut", how })),
        fc.constant({ do: "end" }),
        fc.constantFrom(-32001, 503).map((code) => ({ do: "fail", code, message: "Gone" })),
        fc.constant({ do: "delay", ms: 1 }),
        fc.constant({ do: "hold", seconds: 0.004 }),
      ),
    })
    .map(({ when, what }) => ({ when, ...what })),
  fc.constantFrom(
    { do: "delay", ms: 1 },
    { do: "fail", code: -32002 },
    { do: "cut" },
    { do: "end" },
  ),
);

const FRAMING = fc.constantFrom("chunked", "until-close", "length");

/** The bytes of a response, in pieces. */
function createResponse(framing: string, body: string, pieces: number): Buffer[] {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  const parts = Array.from({ length: pieces }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  const type = body.startsWith("{") ? "application/json" : "text/event-stream";
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n`;
  if (framing === "length") {
    return [Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), ...parts];
  }
  if (framing === "until-close") return [Buffer.from(`${head}Connection: close\r\n\r\n`), ...parts];
  return [
    Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
    ...parts.filter(({ length }) => length > 0).map(toChunk),
    Buffer.from("0\r\n\r\n"),
  ];
}

const toChunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

/** What the caller of a tap with a plan got, and what its log says of that. */
async function tap(response: readonly Buffer[], closes: boolean, steps: readonly unknown[]) {
  const target = await startSocketServer((agent: Socket) => {
    agent.once("data", () => {
      for (const bytes of response) agent.write(bytes);
      if (closes) agent.end();
    });
  });
  const tapped = await startPlannedTap(target, steps, {}, 1);
  const received = await receive(tapped.port);
  await tapped.tap.close();
  const { recorded, edits } = getOnlyExchange(tapped.records);
  return { received, recorded, edits };
}

const BODY = fc.oneof(
  fc
    .tuple(fc.array(EVENT, { minLength: 1, maxLength: 5 }), fc.boolean())
    .map(([events, isWhole]) => (isWhole ? events.join("") : events.join("").trimEnd())),
  fc.tuple(STATE, TEXT).map(([state, text]) => JSON.stringify(status(state, text))),
);

describe("what the caller of a real tap got is what is served", () => {
  test("for any plan", async () => {
    const input = fc.record({
      framing: FRAMING,
      body: BODY,
      pieces: fc.integer({ min: 1, max: 7 }),
      steps: fc.array(STEP, { maxLength: 6 }),
    });
    await fc.assert(
      fc
        .asyncProperty(input, async ({ framing, body, pieces, steps }) => {
          const response = createResponse(framing, body, pieces);
          const { received, recorded, edits } = await tap(
            response,
            framing === "until-close",
            steps,
          );
          const delivered = deliver(recorded, edits);
          expect(toReceived(delivered)).toEqual(received);
          expect(delivered.gaps).toEqual([]);
        })
        .afterEach(stopServers),
      { numRuns: getRunCount(400) },
    );
  });
});
