// Tests of the request rules that go beyond their examples: without evidence nothing is reported.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { encodeCall } from "../protocol/encode/encode.ts";
import type { HeaderList } from "../wire/record.ts";
import { RULES_BY_ID } from "./all-rules.ts";
import { createMessageFactory } from "./examples/message-factory.ts";
import {
  type ExampleJson,
  formatRpcRequest,
  RecordingBuilder,
} from "./examples/recording-builder.ts";
import {
  addJsonResponse,
  createExampleCard,
  createSendParams,
  recordCardLookup,
  recordRequestWithHeaders,
} from "./examples/shared-examples.ts";

const factory = createMessageFactory("1.0");
const getRules = ({ records }: RecordingBuilder) =>
  createLogReport(foldRecords(records)).findings.map(({ rule }) => rule);
const filterRules = (recording: RecordingBuilder, ...rules: string[]) =>
  getRules(recording).filter((rule) => rules.includes(rule));

test("a rule about which the specification contradicts itself is only info", () => {
  const disputed = [...RULES_BY_ID.values()].filter(({ dispute }) => dispute !== undefined);
  expect(disputed.length).toBeGreaterThan(3);
  for (const { id, severity } of disputed) expect([id, severity]).toEqual([id, "info"]);
});

describe("a log without headers", () => {
  test("reports nothing about the requested version or extensions", () => {
    const cited = { extensions: ["https://extensions.example/citation/v1"] };
    const recording = new RecordingBuilder()
      .addRequest("SendStreamingMessage", createSendParams(factory))
      .addHead()
      .addEvents(factory.task("working"), factory.status("working", factory.message("So.", cited)));
    expect(getRules(recording)).toEqual([]);
  });
});

describe("a request over HTTP+JSON", () => {
  const streams = (url: string, headers: HeaderList) =>
    new RecordingBuilder()
      .addOpen("x1", { url, body: JSON.stringify(createSendParams(factory)), headers })
      .addHead()
      .addEvents({ task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_WORKING" } } });
  const plain: HeaderList = [["content-type", "application/json"]];

  test("is known as 1.0 by its response, and lacks its version", () => {
    expect(getRules(streams("http://agent.example/message:stream", plain))).toEqual([
      "VER-NOHEADER",
    ]);
    const stated: HeaderList = [...plain, ["a2a-version", "1.0"]];
    expect(getRules(streams("http://agent.example/message:stream", stated))).toEqual([]);
  });

  test("counts as 0.3 if it uses 0.3 paths and states no version", () => {
    expect(getRules(streams("http://agent.example/v1/message:stream", plain))).toEqual([]);
  });
});

describe("a capability that a card denies", () => {
  const silent = { capabilities: { streaming: false } };
  const streamsAt = (url: string, card: RecordingBuilder) =>
    card
      .addOpen("x1", {
        url,
        body: formatRpcRequest("SendStreamingMessage", createSendParams(factory)),
        headers: factory.versionHeaders,
      })
      .addHead()
      .addEvents(factory.task("working"));

  test("is checked for the agent of the card", () => {
    const card = () => recordCardLookup(createExampleCard(factory, silent));
    expect(filterRules(streamsAt("https://agent.example/", card()), "CAP-STREAM")).toEqual([
      "CAP-STREAM",
    ]);
    expect(filterRules(streamsAt("https://other.example/", card()), "CAP-STREAM")).toEqual([]);
    const oneOfMany = recordCardLookup(
      createExampleCard(factory, silent, "https://agent.example/a"),
    );
    expect(filterRules(streamsAt("https://agent.example/b", oneOfMany), "CAP-STREAM")).toEqual([]);
  });

  test("is checked for a server that serves the card of another host", () => {
    const card = recordCardLookup(createExampleCard(factory, silent, "http://10.0.0.7:9000/rpc"));
    expect(filterRules(streamsAt("https://agent.example/rpc", card), "CAP-STREAM")).toEqual([
      "CAP-STREAM",
    ]);
  });

  test("is not checked for exchanges before the card", () => {
    const recording = streamsAt("https://agent.example/", new RecordingBuilder());
    recording.records.push(...recordCardLookup(createExampleCard(factory, silent)).records);
    expect(filterRules(recording, "CAP-STREAM")).toEqual([]);
  });
});

describe("a capability that a card promises", () => {
  const PROMISED = /^(?:CAP|EXT)-[A-Z-]+$/;
  const offers = (binding: string, over: ExampleJson = {}, url = "https://agent.example/a") =>
    recordCardLookup(
      createExampleCard(factory, {
        capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
        supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: "1.0" }],
        ...over,
      }),
    );
  const found = (recording: RecordingBuilder) =>
    getRules(recording).filter((rule) => PROMISED.test(rule));
  const rest = (path: string, status: number, text: string, body?: ExampleJson) =>
    offers("HTTP+JSON")
      .addOpen("x1", {
        method: body === undefined ? "GET" : "POST",
        url: `https://agent.example/a/${path}`,
        headers: factory.versionHeaders,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      .addHead(status, text.startsWith("{") ? "application/json" : "text/plain")
      .addText(text)
      .addEnd();
  const send = createSendParams(factory);
  const fault = (code: number, reason: string) =>
    JSON.stringify({
      error: {
        code,
        message: "no",
        details: [{ "@type": "x", reason, domain: "a2a-protocol.org" }],
      },
    });

  test.each([
    ["a stream, by status", rest("message:stream", 405, "No.", send), "CAP-STREAM-REFUSED"],
    ["a stream, by path", rest("message:stream", 404, "{}", send), "CAP-STREAM-REFUSED"],
    [
      "a stream, by reason",
      rest("message:stream", 400, fault(400, "UNSUPPORTED_OPERATION"), send),
      "CAP-STREAM-REFUSED",
    ],
    ["every message", rest("message:send", 404, "Not found", send), "CAP-INTERFACE"],
    ["the extended card", rest("extendedAgentCard", 501, "No."), "CAP-EXTENDED-REFUSED"],
    [
      "push notifications",
      rest("tasks/t1/pushNotificationConfigs", 405, "No.", { url: "https://c.example" }),
      "CAP-PUSH-REFUSED",
    ],
  ])("over HTTP+JSON is held against a refusal of %s", (_, recording, rule) => {
    expect(found(recording)).toEqual([rule]);
  });

  test.each([
    [
      "a task that is unknown",
      rest("tasks/t1/pushNotificationConfigs", 404, "{}", { url: "https://c.example" }),
    ],
    [
      "a message to a task that is over",
      rest(
        "message:stream",
        400,
        fault(400, "UNSUPPORTED_OPERATION"),
        createSendParams(factory, { taskId: "t1" }),
      ),
    ],
    ["lacking credentials", rest("message:stream", 401, "No.", send)],
    ["a failure", rest("message:stream", 500, "No.", send)],
    [
      "an extended card that is not configured",
      rest("extendedAgentCard", 400, fault(400, "EXTENDED_AGENT_CARD_NOT_CONFIGURED")),
    ],
  ])("is not broken by a refusal for %s", (_, recording) => {
    expect(found(recording)).toEqual([]);
  });

  const rpc = (method: string, code: number, url = "https://agent.example/a") =>
    offers("JSONRPC")
      .addOpen("x1", {
        url,
        body: formatRpcRequest(method, send),
        headers: factory.versionHeaders,
      })
      .addHead(200, "application/json")
      .addText(JSON.stringify(factory.error(code, "no")))
      .addEnd();

  test("is not broken where a method of another version is missing", () => {
    expect(found(rpc("SendStreamingMessage", -32601))).toEqual(["CAP-STREAM-REFUSED"]);
    expect(found(rpc("SendMessage", -32601))).toEqual(["CAP-INTERFACE"]);
    expect(found(rpc("message/stream", -32601))).toEqual([]);
    expect(found(rpc("message/send", -32601))).toEqual([]);
    expect(found(rpc("SendMessage", -32601, "https://agent.example/a/b"))).toEqual([]);
  });

  test("over gRPC is held against UNIMPLEMENTED", () => {
    const call = (operation: "send" | "stream", status: string) =>
      addGrpcCall(offers("GRPC", {}, "https://agent.example"), operation, status);
    expect(found(call("stream", "12"))).toEqual(["CAP-STREAM-REFUSED"]);
    expect(found(call("send", "12"))).toEqual(["CAP-INTERFACE"]);
    expect(found(call("stream", "14"))).toEqual([]);
  });

  test("is not taken as denied by a response that failed", () => {
    const silent = { capabilities: { streaming: false } };
    const recording = offers("JSONRPC", silent)
      .addOpen("x1", {
        url: "https://agent.example/a",
        body: formatRpcRequest("SendStreamingMessage", send),
        headers: factory.versionHeaders,
      })
      .addHead(500, "text/plain")
      .addText("Streams are off.")
      .addEnd();
    expect(found(recording)).toEqual([]);
  });

  test("of a media type may be a range, a bare word or a skill's own", () => {
    const sends = (mediaType: string, over: ExampleJson) => {
      const artifact = { artifactId: "a", parts: [{ url: "https://f.example/f", mediaType }] };
      return found(
        offers("JSONRPC", over)
          .addOpen("x1", {
            url: "https://agent.example/a",
            body: formatRpcRequest("SendStreamingMessage", send),
            headers: factory.versionHeaders,
          })
          .addHead()
          .addEvents(factory.task("working"), factory.artifact("a", "", {}, { artifact })),
      );
    };
    const skills = [{ id: "s", name: "S", description: "d", tags: [], outputModes: ["image/png"] }];
    expect(sends("image/png", {})).toEqual(["CAP-OUTPUT-MODE"]);
    expect(sends("image/png", { skills })).toEqual([]);
    expect(sends("image/png", { defaultOutputModes: ["image/*"] })).toEqual([]);
    expect(sends("IMAGE/PNG; q=1", { defaultOutputModes: ["image/png"] })).toEqual([]);
    expect(sends("text/html", { defaultOutputModes: ["text"] })).toEqual([]);
    expect(sends("image/png", { defaultOutputModes: ["pictures"] })).toEqual([]);
    expect(sends("image/png", { defaultOutputModes: [] })).toEqual([]);
  });
});

/** A call of 1.0 over gRPC that ends with this status and no message. */
function addGrpcCall(
  recording: RecordingBuilder,
  operation: "send" | "stream",
  status: string,
): RecordingBuilder {
  const message = { text: "go", messageId: "u1", contextId: null, taskId: null };
  const target = { url: "https://agent.example", binding: "grpc", version: "1.0" } as const;
  const {
    method,
    url,
    headers,
    bodyB64 = "",
  } = encodeCall({ operation, message }, { ...target, id: "1", freshId: "f" });
  const type = ["content-type", "application/grpc+proto"] as const;
  return recording
    .addOpen("x1", { method, url, headers, bodyB64, framing: "grpc" })
    .addHead(200, "application/grpc+proto", "x1", {
      headers: [type, ["grpc-status", status], ["grpc-message", "no"]],
    })
    .addEnd();
}

describe("a task that the client names", () => {
  const refers = (names: ExampleJson, recording = new RecordingBuilder()) =>
    factory
      .addCall(recording, "stream", createSendParams(factory, { contextId: "c1", ...names }), "x2")
      .addEventsTo("x2", factory.task("working"));

  test("may be older than the recording", () => {
    expect(getRules(refers({ referenceTaskIds: ["t0"] }))).toEqual([]);
    expect(getRules(refers({ taskId: "t1" }))).toEqual([]);
  });

  test("may be known from a list", () => {
    const page = {
      tasks: [{ id: "t7", status: { state: "TASK_STATE_WORKING" } }],
      nextPageToken: "",
    };
    const begun = () => factory.stream().addEvents(factory.task("working")).addEnd();
    const listed = addJsonResponse(
      factory.addCall(begun(), "list", {}, "x3"),
      factory.response(page),
      "x3",
    );
    const names = { messageId: "u2", referenceTaskIds: ["t7"] };
    expect(filterRules(refers(names, begun()), "REF-UNKNOWN")).toEqual(["REF-UNKNOWN"]);
    expect(filterRules(refers(names, listed), "REF-UNKNOWN")).toEqual([]);
  });
});

describe("a secret in clear text", () => {
  const leaks = (recording: RecordingBuilder) => filterRules(recording, "SEC-LEAK").length > 0;
  const at = (url: string) => recordRequestWithHeaders(factory, factory.versionHeaders, { url });

  test.each<[string, RecordingBuilder, boolean]>([
    ["in the URL", at("http://agent.example/?api_key=abc123def"), true],
    ["before the host", at("http://me:pass@agent.example/"), true],
    [
      "masked in the URL",
      at("http://agent.example/?api_key=%E2%80%B9masked%200a1b2c%E2%80%BA"),
      false,
    ],
    ["of a list page", at("http://agent.example/tasks?pageToken=abc123def"), false],
    [
      "of a notification",
      recordRequestWithHeaders(factory, factory.versionHeaders, {
        params: {
          ...createSendParams(factory),
          configuration: {
            taskPushNotificationConfig: { url: "http://c.example/", token: "t0ken" },
          },
        },
      }),
      true,
    ],
    [
      "that is content of a message",
      recordRequestWithHeaders(factory, factory.versionHeaders, {
        params: createSendParams(factory, { parts: [{ data: { token: "one" } }] }),
      }),
      false,
    ],
    [
      "in a cookie",
      new RecordingBuilder()
        .addOpen()
        .addHead(200, undefined, "x1", { headers: [["set-cookie", "id=a1b2c3; Path=/"]] }),
      true,
    ],
    [
      "that counts tokens",
      new RecordingBuilder()
        .addOpen()
        .addHead(200, undefined, "x1", { headers: [["x-ratelimit-remaining-tokens", "9000"]] }),
      false,
    ],
  ])("%s", (_, recording, isLeak) => expect(leaks(recording)).toBe(isLeak));
});

describe("an error", () => {
  const refuses = (
    version: "0.1" | "0.3" | "1.0",
    code: number,
    message: string,
    data?: unknown,
  ) => {
    const spoken = createMessageFactory(version);
    const recording = spoken.call("stream", createSendParams(spoken));
    return filterRules(
      addJsonResponse(recording, spoken.error(code, message, data)),
      "ERR-CODE",
      "ERR-DATA",
    );
  };

  test("is checked by its version", () => {
    expect(refuses("0.1", -32006, "Streaming is not supported")).toEqual([]);
    expect(refuses("1.0", -32004, "Streaming is not supported")).toEqual([]);
    expect(refuses("1.0", -32006, "Streaming is not supported")).toEqual(["ERR-CODE"]);
    expect(refuses("1.0", -32042, "Something of our own")).toEqual([]);
  });

  test("is identified by its reason", () => {
    const because = (reason: string) => [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason },
    ];
    expect(refuses("1.0", -32001, "No.", because("TASK_NOT_CANCELABLE"))).toEqual(["ERR-CODE"]);
    expect(refuses("0.3", -32009, "No.", because("VERSION_NOT_SUPPORTED"))).toEqual([]);
  });
});
