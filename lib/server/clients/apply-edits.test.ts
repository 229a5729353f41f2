// What a tap delivered, read from its log: the bytes that a caller on a real socket got from a tap with any
// plan are those that clients are served.
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import { getRunCount } from "../../../fixtures/run-count.ts";
import type { EditRecord, HeaderList, WireRecord } from "../../wire/record.ts";
import { cleanups, stopServers } from "../exchange/exchange.testkit.ts";
import { decodeRecordBytes } from "../exchange/response-body.ts";
import { startPlannedTap } from "../tap/plan/plan.testkit.ts";
import { startSocketServer } from "../tap/tap.testkit.ts";
import { type DeliveredExchange, deliver } from "./apply-edits.ts";

afterEach(stopServers);

const REQUEST = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "message/stream", params: {} });

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

/** The records of a call over gRPC, and an agent over HTTP/2 that sends its bytes. */
const GRPC = findExchange(readLog("recorded/grpc/stream-1.0.jsonl"), "x2").recorded;

function readLog(name: string): WireRecord[] {
  const lines = readFixtureBytes(name).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line) as WireRecord);
}

interface Http2Answer {
  readonly path: string;
  readonly type: string;
  readonly request: Buffer;
  readonly response: readonly Buffer[];
  readonly trailers: Readonly<Record<string, string>>;
}

async function startHttp2Agent({ type, response, trailers }: Http2Answer): Promise<number> {
  const server = http2.createServer();
  server.on("stream", (stream) => {
    stream.on("error", () => undefined);
    stream.resume().on("end", () => {
      stream.respond({ ":status": 200, "content-type": type }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers(trailers));
      for (const bytes of response) stream.write(bytes);
      stream.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** What a caller over HTTP/2 got through a tap with a plan, and what its log says of that. */
async function tapHttp2(answer: Http2Answer, steps: readonly unknown[]) {
  const tapped = await startPlannedTap(await startHttp2Agent(answer), steps, {}, 1);
  const session = http2.connect(`http://127.0.0.1:${tapped.port}`);
  session.on("error", () => undefined);
  const stream = session.request({
    ":method": "POST",
    ":path": answer.path,
    "content-type": answer.type.startsWith("application/grpc") ? answer.type : "application/json",
  });
  const pieces: Buffer[] = [];
  let trailers: http2.IncomingHttpHeaders = {};
  stream.on("data", (bytes: Buffer) => pieces.push(bytes));
  stream.on("trailers", (found) => {
    trailers = found;
  });
  stream.on("error", () => undefined);
  stream.end(answer.request);
  await new Promise<void>((resolve) => stream.on("close", resolve));
  session.destroy();
  await tapped.tap.close();
  const body = Buffer.concat(pieces).toString("latin1");
  const isComplete = stream.rstCode === 0;
  const { recorded, edits } = getOnlyExchange(tapped.records);
  const delivered = deliver(recorded, edits);
  expect(toReceived(delivered)).toMatchObject({ body, isComplete });
  expect(delivered.gaps).toEqual([]);
  return { delivered, edits, trailers };
}

const HTTP2_STEPS = [
  { when: { event: 1 }, do: "repeat" },
  { when: { event: 2 }, do: "drop" },
  { when: { event: 3 }, do: "hold", seconds: 0.01 },
] as const;
const ENDINGS = [
  { when: { event: 4 }, do: "cut", how: "close" },
  { when: { event: 4 }, do: "end" },
  { when: { event: 4 }, do: "fail", code: -32001, message: "Gone" },
  { when: { event: 4 }, do: "delay", ms: 1 },
] as const;

describe.each(ENDINGS)("over HTTP/2, with $do", (ending) => {
  test("a stream of server-sent events", async () => {
    const events = ["submitted", "working", "working", "completed"].map((state) =>
      Buffer.from(`data: ${JSON.stringify(status(state, state))}\n\n`),
    );
    const answer = {
      path: "/",
      type: "text/event-stream",
      request: Buffer.from(REQUEST),
      response: events,
      trailers: {},
    };
    const raw = { when: { event: 1 }, do: "insert", raw: "data: {}\n\n", where: "before" };
    const { edits } = await tapHttp2(answer, [raw, ...HTTP2_STEPS, ending]);
    // A stream of HTTP/2 has no other end.
    if (ending.do === "cut") expect(edits.at(-1)).toMatchObject({ do: "cut", how: "reset" });
  });

  test("a call over gRPC", async () => {
    const answer = {
      path: new URL(GRPC.open.url).pathname,
      type: "application/grpc+proto",
      request: Buffer.from(GRPC.open.bodyB64 ?? "", "base64"),
      response: GRPC.data.map(decodeRecordBytes),
      trailers: { "grpc-status": "0" },
    };
    const event = { statusUpdate: { taskId: "t", contextId: "c", status: { state: 2 } } };
    const insert = { when: { event: 3 }, do: "insert", event };
    const { delivered, edits, trailers } = await tapHttp2(answer, [...HTTP2_STEPS, insert, ending]);
    const wasWhole = ending.do === "delay";
    expect(delivered.events.slice(0, 4)).toEqual([1, 1, 3, null]);
    expect(delivered.events).toHaveLength(wasWhole ? GRPC.data.length + 1 : 4);
    if (ending.do !== "fail") return;
    const [, message] = edits.at(-1)?.trailers ?? [];
    expect(message).toEqual(["grpc-message", "Gone"]);
    expect(edits.at(-1)?.trailers).toEqual(
      ["grpc-status", "grpc-message"].map((name) => [name, trailers[name]]),
    );
  });
});

const EVENTS = ["submitted", "working", "completed"].map(
  (state) => `data: ${JSON.stringify(status(state))}\n\n`,
);

/** An exchange of an older log. */
function record(headers: HeaderList, body: readonly string[] = EVENTS) {
  const open = { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.example/" } as const;
  return {
    open: { ...open, headers: [["content-type", "application/json"]] as HeaderList, body: REQUEST },
    head: { r: "head", x: "x1", t: 1, status: 200, httpVersion: "1.1", headers } as const,
    data: body.map((text, i) => ({ r: "data", x: "x1", t: 10 * (i + 1), text }) as const),
    end: { r: "end", x: "x1", t: 40, cause: "complete" } as const,
  };
}

const SSE = [["content-type", "text/event-stream"]] as const;
const CHUNKED = [...SSE, ["transfer-encoding", "chunked"]] as const;

const edit = (event: number, action: EditRecord["do"], more: Partial<EditRecord> = {}) =>
  ({ r: "edit", x: "x1", t: 15, event, do: action, by: "plan", step: 1, ...more }) as const;

const getTexts = ({ data }: DeliveredExchange) => data.map(({ text }) => text);

describe("of what an older log does not say", () => {
  const inserted = { text: "data: {}\n\n" };

  test("the place of an insert of a plan is named, and the rest is served", () => {
    const edits = [edit(1, "drop"), edit(2, "insert", inserted)];
    const delivered = deliver(record(CHUNKED), edits);
    expect(getTexts(delivered)).toEqual(EVENTS.slice(1));
    expect(delivered.edits).toEqual([{ event: 1, do: "drop" }]);
    expect(delivered.gaps).toMatchObject([
      { edit: { event: 2 }, why: "the log does not say whether before or after that event" },
    ]);
  });

  test.each([
    [{}, [EVENTS[0], EVENTS[1], "data: {}\n\n", EVENTS[2]]],
    [{ members: '{"where":"before"}' }, [EVENTS[0], "data: {}\n\n", EVENTS[1], EVENTS[2]]],
  ])("the place of an insert by hand follows from what was given: %j", (given, texts) => {
    const { step: _, ...byHand } = edit(2, "insert", { ...inserted, by: "user", ...given });
    const delivered = deliver(record(CHUNKED), [byHand]);
    expect(getTexts(delivered).join("")).toBe(texts.join(""));
    expect(delivered.gaps).toEqual([]);
  });

  test("how a stream was cut is named only where that makes a difference", () => {
    const cut = edit(2, "cut");
    expect(deliver(record(CHUNKED), [cut])).toMatchObject({ end: { cause: "reset" }, gaps: [] });
    const unknown = deliver(record(SSE), [cut]);
    expect(getTexts(unknown)).toEqual(EVENTS.slice(0, 1));
    expect(unknown.end?.cause).toBe("reset");
    expect(unknown.gaps).toMatchObject([{ edit: { do: "cut" } }]);
    const closed = deliver(record(SSE), [edit(2, "cut", { how: "close" })]);
    expect(closed).toMatchObject({ end: { cause: "complete" }, gaps: [] });
  });

  test("the status of a failed document is named, and its error is served", () => {
    const headers = [
      ["content-type", "application/json"],
      ["content-length", "9"],
    ] as const;
    const failed = edit(1, "fail", { text: '{"error":1}' });
    const delivered = deliver(record(headers, [JSON.stringify(status("working"))]), [failed]);
    expect(getTexts(delivered)).toEqual(['{"error":1}']);
    expect(delivered.head?.headers).toContainEqual(["Content-Length", "11"]);
    expect(delivered.edits).toEqual([{ event: 1, do: "fail" }]);
    expect(delivered.gaps).toMatchObject([{ why: "the log does not say with which status" }]);
  });

  test("what was held when the log ends is not served", () => {
    const delivered = deliver(record(CHUNKED), [edit(2, "hold")]);
    expect(getTexts(delivered)).toEqual(EVENTS.slice(0, 1));
    expect(delivered.end?.cause).toBe("reset");
    expect(delivered.gaps).toMatchObject([{ why: "the log does not say that it went on" }]);
  });

  test.each([{ gone: true } as const, { note: "The caller left while it was held." }])(
    "nothing is served that came after the caller had left: %j",
    (left) => {
      const edits = [edit(2, "hold"), edit(2, "continue", left)];
      const delivered = deliver(record(CHUNKED), edits);
      expect(getTexts(delivered)).toEqual(EVENTS.slice(0, 1));
      expect(delivered).toMatchObject({ edits: [{ event: 2, do: "hold" }], gaps: [] });
    },
  );

  test("more copies than any plan makes are named, and not made", () => {
    const edits = [
      edit(1, "repeat", { times: 1e15 }),
      edit(2, "hold"),
      edit(2, "continue", { keepAlives: 1e15 }),
    ];
    const delivered = deliver(record(CHUNKED), edits);
    expect(getTexts(delivered).join("")).toBe(EVENTS.join(""));
    expect(delivered.gaps).toMatchObject([{ why: "these are more copies than can be served" }]);
  });

  test("an event that the response does not have is named", () => {
    const delivered = deliver(record(CHUNKED), [edit(9, "drop")]);
    expect(getTexts(delivered)).toEqual(EVENTS);
    expect(delivered.gaps).toMatchObject([{ why: "the recorded response has no such event" }]);
  });
});

test("events are as late as they were delivered, and later ones wait for them", () => {
  const edits = [
    edit(1, "delay", { t: 10, ms: 15 }),
    edit(2, "hold", { t: 25 }),
    edit(2, "continue", { t: 35, keepAlives: 1 }),
  ];
  const { data, end, edits: applied } = deliver(record(CHUNKED), edits);
  expect(data.map(({ t }) => t)).toEqual([25, 35]);
  expect(data.at(-1)?.text).toBe(`: Loupe holds this stream\n\n${EVENTS[1]}${EVENTS[2]}`);
  expect(end).toMatchObject({ t: 40, cause: "complete" });
  expect(applied).toEqual([]);
});

test("the events of a log in place of the agent's, also beyond its last one", () => {
  const [first = "", second = "", third = ""] = EVENTS;
  const edits = [
    edit(0, "answer", { note: "From event 5 on by the agent, before from run.jsonl." }),
    edit(1, "answer", { text: second }),
    edit(2, "answer", { text: third }),
    edit(4, "answer", { t: 50, text: first }),
  ];
  const delivered = deliver(record(CHUNKED), edits);
  expect(getTexts(delivered).join("")).toBe(second + third + third + first);
  expect(delivered.events).toEqual([null, null, 3, null]);
});
