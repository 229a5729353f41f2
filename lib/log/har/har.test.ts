import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createSendMessageParams,
  createTask,
  foldRecords,
  formatSseEvent,
  request,
  status,
} from "../../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture } from "../../../fixtures/read-fixture.ts";
import { UnreadableLog } from "../importer.ts";

type Json = Readonly<Record<string, unknown>>;

const EVENTS = [createTask("working"), createArtifactUpdate("a", "Grüße"), status("completed")];
const STREAM = EVENTS.map(formatSseEvent).join("");
const START = Date.UTC(2026, 10, 20, 16, 0, 0);

/** An entry that begins so many milliseconds after the first. */
function entry(
  after: number,
  over: { request?: Json; response?: Json; content?: Json } & Json = {},
) {
  const { request: asked, response, content, ...rest } = over;
  return {
    startedDateTime: new Date(START + after).toISOString(),
    time: 100,
    timings: { blocked: 2, dns: 3, connect: 10, ssl: 4, send: 1, wait: 20, receive: 64 },
    serverIPAddress: "[::1]",
    connection: "9999",
    request: {
      method: "POST",
      url: "https://agent.example/a2a",
      headers: [
        { name: ":authority", value: "agent.example" },
        { name: "Content-Type", value: "application/json" },
      ],
      postData: {
        mimeType: "application/json",
        text: request("message/stream", createSendMessageParams("hi", `u${after}`)),
      },
      ...asked,
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "h2",
      headers: [{ name: "content-encoding", value: "gzip" }],
      content: { mimeType: "text/event-stream", size: 999, text: STREAM, ...content },
      ...response,
    },
    ...rest,
  };
}

const har = (...entries: unknown[]) =>
  openFixtureLog(
    Buffer.from(
      JSON.stringify({ log: { version: "1.2", creator: { name: "x" }, pages: [], entries } }),
    ),
  );
const bodyOf = ({ records }: ReturnType<typeof har>) =>
  records.flatMap((record) => (record.r === "data" ? [record.text] : [])).join("");
const textOf = (opened: ReturnType<typeof har>) =>
  createLogReport(foldRecords(opened.records)).tasks[0]?.artifacts[0]?.text;

describe("an entry", () => {
  test("is an exchange with its times, headers and address", () => {
    const { records, skipped } = har(entry(0));
    expect(records).toMatchObject([
      { r: "loupe", at: "2026-11-20T16:00:00.000Z", by: "har" },
      { r: "open", x: "x1", t: 0, method: "POST", headers: [["Content-Type", "application/json"]] },
      {
        r: "head",
        t: 36,
        status: 200,
        httpVersion: "2",
        decoded: "gzip",
        remote: { address: "::1", port: 9999 },
        timing: { dns: 5, connect: 15, firstByte: 36 },
      },
      { r: "data", t: null, text: EVENTS.slice(0, 2).map(formatSseEvent).join("") },
      { r: "data", t: null, text: formatSseEvent(EVENTS[2]) },
      { r: "end", t: 100, cause: "complete" },
    ]);
    expect(skipped).toEqual([]);
  });

  test("in base64 is decoded, and binary data stays binary", () => {
    const base64 = (bytes: Uint8Array) => ({
      encoding: "base64",
      text: Buffer.from(bytes).toString("base64"),
    });
    expect(textOf(har(entry(0, { content: base64(Buffer.from(STREAM)) })))).toBe("Grüße");
    const { records } = har(entry(0, { content: base64(Uint8Array.of(0xff, 0xfe, 0x80)) }));
    expect(records.find(({ r }) => r === "data")).toMatchObject({ b64: "//6A" });
  });

  test.each([
    [{ text: undefined }, "its size was 999 bytes"],
    [{ text: undefined, _file: "ab12.json" }, "in a separate file, ab12.json"],
    [{ text: "%%%", encoding: "base64" }, "not base64"],
  ])("without its body has a note: %j", (content, why) => {
    const { records } = har(entry(0, { content }));
    const note = records.find(({ r }) => r === "note");
    expect(note).toMatchObject({ x: "x1", text: expect.stringContaining("did not save the body") });
    expect(note).toMatchObject({ text: expect.stringContaining(why) });
    expect(records.at(-1)).toMatchObject({ cause: "unknown" });
  });

  test.each([
    ["net::ERR_ABORTED", "aborted"],
    ["net::ERR_CONNECTION_REFUSED", "refused"],
    ["net::ERR_NAME_NOT_RESOLVED", "dns"],
    ["net::ERR_CERT_AUTHORITY_INVALID", "tls"],
    ["net::ERR_INCOMPLETE_CHUNKED_ENCODING", "reset"],
    ["something else", "unknown"],
  ])("that failed with %s ended as %s", (_error, cause) => {
    const { records } = har(
      entry(0, { response: { status: 0, _error }, content: { text: undefined } }),
    );
    expect(records.map(({ r }) => r)).toEqual(["loupe", "open", "end"]);
    expect(records.at(-1)).toMatchObject({ cause, error: { by: "system", message: _error } });
  });
});

describe("a body that the browser took for windows-1252", () => {
  const misread = (text: string) =>
    Buffer.from(text).toString("latin1").replaceAll("\u009f", "Ÿ").replaceAll("\u0085", "…");
  const noted = (opened: ReturnType<typeof har>) =>
    opened.records.some((record) => record.r === "note" && /windows-1252/.test(record.text));

  test("is restored, with a note", () => {
    const opened = har(entry(0, { content: { text: misread(STREAM) } }));
    expect(textOf(opened)).toBe("Grüße");
    expect(noted(opened)).toBe(true);
  });

  test.each([
    ["read as it should be", STREAM],
    [
      "of letters that no such reading leaves",
      formatSseEvent(createArtifactUpdate("a", "Ã¼ 日本")),
    ],
    ["of plain letters", formatSseEvent(createArtifactUpdate("a", "plain"))],
  ])("is unchanged %s", (_, text) => {
    const opened = har(entry(0, { content: { text } }));
    expect(bodyOf(opened)).toBe(text);
    expect(noted(opened)).toBe(false);
  });

  test("is unchanged if the response names its charset", () => {
    const type = { name: "Content-Type", value: "text/event-stream; charset=utf-8" };
    const text = misread(STREAM);
    const opened = har(entry(0, { response: { headers: [type] }, content: { text } }));
    expect(bodyOf(opened)).toBe(text);
  });
});

describe("events that the browser parsed", () => {
  const messages = EVENTS.map((event, i) => ({
    time: (START + 40 + i * 10) / 1000,
    eventName: "message",
    eventId: "",
    data: JSON.stringify(event),
  }));
  const timesIn = ({ records }: ReturnType<typeof har>) =>
    records.flatMap((record) => (record.r === "data" ? [record.t] : []));

  test.each(["_eventSourceMessages", "_eventStreamMessages"])(
    "under %s give the body its times",
    (name) => {
      const opened = har(entry(0, { [name]: messages }));
      expect(timesIn(opened)).toEqual([40, 50, 60]);
      expect(textOf(opened)).toBe("Grüße");
      expect(bodyOf(opened)).toBe(STREAM);
    },
  );

  const empty = { text: "", encoding: "base64" };
  test.each([{ text: undefined }, { text: undefined, size: 0 }, { text: "", size: 0 }, empty])(
    "are the body where there is no other, which is said: %j",
    (content) => {
      const opened = har(entry(0, { content, _eventSourceMessages: messages }));
      expect(timesIn(opened)).toEqual([40, 50, 60]);
      expect(textOf(opened)).toBe("Grüße");
      expect(opened.records.find(({ r }) => r === "note")).toMatchObject({
        text: expect.stringContaining("only its events"),
      });
    },
  );

  test("identify A2A on their own, and an empty list does not hide the other", () => {
    const asked = { method: "POST", url: "https://a.example/v1/tasks/t1:subscribe", postData: {} };
    const opened = har(
      entry(0, {
        request: asked,
        content: { text: "", size: 0 },
        _eventSourceMessages: [],
        _eventStreamMessages: messages,
      }),
    );
    expect(textOf(opened)).toBe("Grüße");
  });

  test.each([{ text: undefined, size: 0 }, { text: "" }])(
    "that never came leave an empty body empty: %j",
    (content) => {
      const { records } = har(entry(0, { content, _eventSourceMessages: [] }));
      expect(records.map(({ r }) => r)).toEqual(["loupe", "open", "head", "end"]);
      expect(records.at(-1)).toMatchObject({ cause: "complete" });
    },
  );

  test("that do not match the body give it no time", () => {
    const [first, , last] = messages;
    expect(timesIn(har(entry(0, { _eventSourceMessages: [first, last] })))).toEqual([40, 60]);
    expect(
      timesIn(har(entry(0, { _eventSourceMessages: [{ ...first, data: "?" }, last] }))),
    ).toEqual([null]);
  });
});

describe("several entries", () => {
  test("that overlap are sorted by time", () => {
    const { records } = har(entry(0, { time: 500 }), entry(50), entry(1000));
    const told = records.flatMap((record) => ("x" in record ? [`${record.x} ${record.r}`] : []));
    expect(told).toEqual([
      "x1 open",
      "x1 head",
      "x1 data",
      "x2 open",
      "x2 head",
      "x2 data",
      "x2 data",
      "x2 end",
      "x1 data",
      "x1 end",
      "x3 open",
      "x3 head",
      "x3 data",
      "x3 data",
      "x3 end",
    ]);
  });

  test("that overlap are no problem: a stream without times may end after them", () => {
    const call = (after: number, method: string, state: string) => {
      const postData = { text: request(method, { id: "t1" }) };
      const text = JSON.stringify({ jsonrpc: "2.0", id: after, result: createTask(state) });
      const content = { mimeType: "application/json", text };
      return entry(after, { request: { postData }, content });
    };
    const inspect = (end: string, ...calls: unknown[]) => {
      const text = [createTask("working"), status(end, undefined, { final: true })]
        .map(formatSseEvent)
        .join("");
      const { records } = har(entry(0, { time: 5000, content: { text } }), ...calls);
      return createLogReport(foldRecords(records));
    };
    const rules = ({ findings }: ReturnType<typeof inspect>) => findings.map(({ rule }) => rule);
    const polled = inspect("completed", call(2000, "tasks/get", "working"));
    expect(polled.tasks[0]?.transitions.map(({ state }) => state)).toEqual([
      "working",
      "completed",
    ]);
    expect(rules(polled)).not.toContain("LC-TERM-CHANGE");
    const canceled = inspect("canceled", call(2000, "tasks/cancel", "canceled"));
    expect(rules(canceled)).not.toContain("LC-TERM-CHANGE");
    expect(canceled.verdict.because).toContain("as the client had requested (tasks/cancel)");
  });

  test("a request inside a stream comes after what the stream had sent", () => {
    const events = [
      createTask("submitted"),
      status("working"),
      createArtifactUpdate("a", "Grü"),
      status("canceled", undefined, { final: true }),
    ];
    const stream = entry(0, {
      time: 3000,
      content: { text: `${events.map(formatSseEvent).join("")}: over\n\n` },
    });
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: createTask("canceled") });
    const cancel = entry(1000, {
      request: { postData: { text: request("tasks/cancel", { id: "t1" }) } },
      content: { mimeType: "application/json", text },
    });
    const report = createLogReport(foldRecords(har(stream, cancel).records));
    const states = report.tasks[0]?.transitions.map(({ state }) => state);
    expect(states).toEqual(["submitted", "working", "canceled"]);
    expect(report.verdict.because).toContain("as the client had requested (tasks/cancel)");
    expect(report.findings.filter(({ rule }) => /^(?:LC|ART|STR)-/.test(rule))).toEqual([]);
  });

  describe("sent to an address of an agent", () => {
    const error = (code: number, id: number | null = null) => ({
      mimeType: "application/json",
      text: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "no" } }),
    });
    const broken = (after: number, url: string) =>
      entry(after, {
        request: { url, postData: { text: '{"jsonrpc": "2.0",' } },
        content: error(-32700),
      });
    const refusedCancel = (after: number, base: string) =>
      entry(after, {
        request: { url: `${base}/tasks/t1:cancel`, postData: undefined },
        response: { status: 409 },
        content: { mimeType: "application/json", text: '{"code":-32002,"message":"over"}' },
      });
    const send = (after: number, base: string) => {
      const { message } = createSendMessageParams("hi", "u1");
      const postData = { text: JSON.stringify({ message }) };
      const request = { url: `${base}/message:stream`, postData };
      return entry(after, { request });
    };
    const urlsOf = ({ records }: ReturnType<typeof har>) =>
      records.flatMap((record) => (record.r === "open" ? [record.url] : []));

    test.each([
      ["before", [broken(0, "https://agent.example/a2a?k=1"), entry(10)]],
      ["after", [entry(0), broken(10, "https://agent.example/a2a/")]],
    ])("is an exchange, whatever it is: %s a call that is A2A", (_, entries) => {
      const { records, skipped } = har(...entries, broken(20, "https://other.example/rpc"));
      expect(records.filter(({ r }) => r === "open")).toHaveLength(2);
      expect(skipped).toMatchObject([{ text: "POST https://other.example/rpc" }]);
      const { verdict } = createLogReport(foldRecords(records));
      expect(verdict).toMatchObject({ clean: false });
    });

    test("over HTTP+JSON is one too, also if it was refused", () => {
      const base = "https://a.example/v1";
      const opened = har(
        refusedCancel(0, base),
        send(10, base),
        refusedCancel(20, "https://a.example/v2"),
        entry(30, { request: { method: "POST", url: `${base}/chat/completions`, postData: {} } }),
      );
      expect(urlsOf(opened)).toEqual([`${base}/tasks/t1:cancel`, `${base}/message:stream`]);
    });

    test("that only a card names is one", () => {
      const card = (interfaces: Json) => {
        const text = JSON.stringify({ name: "A", version: "1", skills: [], ...interfaces });
        const url = "https://a.example/.well-known/agent-card.json";
        const request = { method: "GET", url, postData: undefined };
        return entry(0, { request, content: { mimeType: "application/json", text } });
      };
      const opened = har(
        card({
          supportedInterfaces: [
            { url: "https://b.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
            { url: "/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
          ],
        }),
        broken(10, "https://b.example/rpc"),
        refusedCancel(20, "https://a.example/rest"),
        broken(30, "https://b.example/else"),
        entry(40, {
          request: { method: "GET", url: "https://b.example/rpc", postData: undefined },
        }),
      );
      expect(urlsOf(opened).slice(1)).toEqual([
        "https://b.example/rpc",
        "https://a.example/rest/tasks/t1:cancel",
      ]);
    });
  });

  test("A2A is found by any sign, and the rest is counted", () => {
    const page = entry(0, {
      request: { method: "GET", url: "https://a.example/app.js", postData: undefined },
    });
    const card = {
      method: "GET",
      url: "https://a.example/.well-known/agent-card.json",
      postData: undefined,
    };
    const rest = { method: "GET", url: "https://a.example/v1/tasks/t1", postData: undefined };
    const others = { method: "GET", url: "https://shop.example/tasks", postData: undefined };
    const json = (value: unknown) => ({
      mimeType: "application/json",
      text: JSON.stringify(value),
    });
    const { records, skipped } = har(
      page,
      entry(1, { request: card, response: { status: 404 } }),
      entry(2, { request: rest, content: json(createTask("completed")) }),
      entry(3, { request: others, content: json({ tasks: ["wash up"] }) }),
      entry(4),
    );
    expect(records.filter(({ r }) => r === "open")).toHaveLength(3);
    expect(skipped).toMatchObject([
      { reason: "2 requests in this HAR that are not A2A", text: "GET https://a.example/app.js" },
    ]);
    expect(() => har(page)).toThrow(UnreadableLog);
    expect(() => har(page)).toThrow("GET https://a.example/app.js");
  });

  test("broken entries are reported, and a truncated HAR yields its entries", () => {
    const text = JSON.stringify({ log: { entries: [entry(0), { no: "request" }, entry(200)] } });
    const { records, skipped } = openFixtureLog(Buffer.from(text.slice(0, -600)));
    expect(records.filter(({ r }) => r === "open")).toHaveLength(1);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "an entry without a request",
      "cut off by the end of the log",
    ]);
    const at = Buffer.from(text).subarray(skipped[0]?.at).toString();
    expect(at.startsWith('{"no"')).toBe(true);
  });
});

test("Chromium's HAR has the time of each event", () => {
  const { records } = readFixture("formats/har-chrome.har");
  const times = records.flatMap((record) =>
    record.r === "data" && record.t !== null ? [record.t] : [],
  );
  expect(times).toHaveLength(11);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
