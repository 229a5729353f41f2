// What the examples of the rules about calls cannot tell: where nothing is known, nobody is accused.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import type { HeaderList } from "../wire/record.ts";
import { RULES_BY_NAME } from "./all-rules.ts";
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
import { EXPLANATIONS } from "./explanations/all.ts";

const say = createMessageFactory("1.0");
const rulesOf = ({ records }: RecordingBuilder) =>
  createLogReport(foldRecords(records)).findings.map(({ rule }) => rule);
const told = (scene: RecordingBuilder, ...rules: string[]) =>
  rulesOf(scene).filter((rule) => rules.includes(rule));

test("a rule about which the specification contradicts itself accuses nobody", () => {
  const disputed = [...EXPLANATIONS].filter(([, { dispute }]) => dispute !== undefined);
  expect(disputed.length).toBeGreaterThan(3);
  for (const [rule] of disputed)
    expect([rule, RULES_BY_NAME.get(rule)?.severity]).toEqual([rule, "info"]);
});

describe("a log that keeps no headers", () => {
  test("says nothing of the version or the extensions that a client asked for", () => {
    const cited = { extensions: ["https://extensions.example/citation/v1"] };
    const scene = new RecordingBuilder()
      .addRequest("SendStreamingMessage", createSendParams(say))
      .addHead()
      .addEvents(say.task("working"), say.status("working", say.message("So.", cited)));
    expect(rulesOf(scene)).toEqual([]);
  });
});

describe("a call over HTTP+JSON", () => {
  const streams = (url: string, headers: HeaderList) =>
    new RecordingBuilder()
      .addOpen("x1", { url, body: JSON.stringify(createSendParams(say)), headers })
      .addHead()
      .addEvents({ task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_WORKING" } } });
  const plain: HeaderList = [["content-type", "application/json"]];

  test("shows by its answer that 1.0 is spoken, and lacks its version", () => {
    expect(rulesOf(streams("http://agent.example/message:stream", plain))).toEqual([
      "VER-NOHEADER",
    ]);
    const stated: HeaderList = [...plain, ["a2a-version", "1.0"]];
    expect(rulesOf(streams("http://agent.example/message:stream", stated))).toEqual([]);
  });

  test("is one of 0.3 where it goes to the paths of 0.3 and states no version", () => {
    expect(rulesOf(streams("http://agent.example/v1/message:stream", plain))).toEqual([]);
  });
});

describe("what a card denies", () => {
  const silent = { capabilities: { streaming: false } };
  const streamsAt = (url: string, card: RecordingBuilder) =>
    card
      .addOpen("x1", {
        url,
        body: formatRpcRequest("SendStreamingMessage", createSendParams(say)),
        headers: say.versionHeaders,
      })
      .addHead()
      .addEvents(say.task("working"));

  test("is held against the agent that it is the card of", () => {
    const card = () => recordCardLookup(createExampleCard(say, silent));
    expect(told(streamsAt("https://agent.example/", card()), "CAP-STREAM")).toEqual(["CAP-STREAM"]);
    expect(told(streamsAt("https://other.example/", card()), "CAP-STREAM")).toEqual([]);
    const oneOfMany = recordCardLookup(createExampleCard(say, silent, "https://agent.example/a"));
    expect(told(streamsAt("https://agent.example/b", oneOfMany), "CAP-STREAM")).toEqual([]);
  });

  test("is held against who serves it in another's name", () => {
    const card = recordCardLookup(createExampleCard(say, silent, "http://10.0.0.7:9000/rpc"));
    expect(told(streamsAt("https://agent.example/rpc", card), "CAP-STREAM")).toEqual([
      "CAP-STREAM",
    ]);
  });

  test("is not held against what was said before it was read", () => {
    const scene = streamsAt("https://agent.example/", new RecordingBuilder());
    scene.records.push(...recordCardLookup(createExampleCard(say, silent)).records);
    expect(told(scene, "CAP-STREAM")).toEqual([]);
  });
});

describe("a task that the client names", () => {
  const refers = (names: ExampleJson, scene = new RecordingBuilder()) =>
    say
      .addCall(scene, "stream", createSendParams(say, { contextId: "c1", ...names }), "x2")
      .addEventsTo("x2", say.task("working"));

  test("may be older than the recording", () => {
    expect(rulesOf(refers({ referenceTaskIds: ["t0"] }))).toEqual([]);
    expect(rulesOf(refers({ taskId: "t1" }))).toEqual([]);
  });

  test("may be known from a list", () => {
    const page = {
      tasks: [{ id: "t7", status: { state: "TASK_STATE_WORKING" } }],
      nextPageToken: "",
    };
    const begun = () => say.stream().addEvents(say.task("working")).addEnd();
    const listed = addJsonResponse(
      say.addCall(begun(), "list", {}, "x3"),
      say.response(page),
      "x3",
    );
    const names = { messageId: "u2", referenceTaskIds: ["t7"] };
    expect(told(refers(names, begun()), "REF-UNKNOWN")).toEqual(["REF-UNKNOWN"]);
    expect(told(refers(names, listed), "REF-UNKNOWN")).toEqual([]);
  });
});

describe("a secret in clear", () => {
  const leaks = (scene: RecordingBuilder) => told(scene, "SEC-LEAK").length > 0;
  const at = (url: string) => recordRequestWithHeaders(say, say.versionHeaders, { url });

  test.each<[string, RecordingBuilder, boolean]>([
    ["in the address", at("http://agent.example/?api_key=abc123def"), true],
    ["before the host", at("http://me:pass@agent.example/"), true],
    [
      "masked in the address",
      at("http://agent.example/?api_key=%E2%80%B9masked%200a1b2c%E2%80%BA"),
      false,
    ],
    ["of a page", at("http://agent.example/tasks?pageToken=abc123def"), false],
    [
      "of a notification",
      recordRequestWithHeaders(say, say.versionHeaders, {
        params: {
          ...createSendParams(say),
          configuration: {
            taskPushNotificationConfig: { url: "http://c.example/", token: "t0ken" },
          },
        },
      }),
      true,
    ],
    [
      "that is a word of what was said",
      recordRequestWithHeaders(say, say.versionHeaders, {
        params: createSendParams(say, { parts: [{ data: { token: "one" } }] }),
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
  ])("%s", (_, scene, isLeak) => expect(leaks(scene)).toBe(isLeak));
});

describe("an error", () => {
  const refuses = (
    version: "0.1" | "0.3" | "1.0",
    code: number,
    message: string,
    data?: unknown,
  ) => {
    const spoken = createMessageFactory(version);
    const scene = spoken.call("stream", createSendParams(spoken));
    return told(addJsonResponse(scene, spoken.error(code, message, data)), "ERR-CODE", "ERR-DATA");
  };

  test("is meant in its version", () => {
    expect(refuses("0.1", -32006, "Streaming is not supported")).toEqual([]);
    expect(refuses("1.0", -32004, "Streaming is not supported")).toEqual([]);
    expect(refuses("1.0", -32006, "Streaming is not supported")).toEqual(["ERR-CODE"]);
    expect(refuses("1.0", -32042, "Something of our own")).toEqual([]);
  });

  test("says by its reason what it is", () => {
    const because = (reason: string) => [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason },
    ];
    expect(refuses("1.0", -32001, "No.", because("TASK_NOT_CANCELABLE"))).toEqual(["ERR-CODE"]);
    expect(refuses("0.3", -32009, "No.", because("VERSION_NOT_SUPPORTED"))).toEqual([]);
  });
});
