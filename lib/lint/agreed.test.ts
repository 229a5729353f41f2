// What the examples of the rules about calls cannot tell: where nothing is known, nobody is accused.
import { describe, expect, test } from "vitest";
import { folded, reportOf } from "../../fixtures/compose.ts";
import type { HeaderList } from "../wire/record.ts";
import { CATALOGUE } from "./catalogue.ts";
import { type Json, rpcRequest, Scene } from "./examples/scene.ts";
import { speaker } from "./examples/speaker.ts";
import { asksBy, cardOf, looksUp, sent, whole } from "./examples/words.ts";
import { EXPLAINED } from "./explained/all.ts";

const say = speaker("1.0");
const rulesOf = ({ records }: Scene) => reportOf(folded(records)).findings.map(({ rule }) => rule);
const told = (scene: Scene, ...rules: string[]) =>
  rulesOf(scene).filter((rule) => rules.includes(rule));

test("a rule about which the specification contradicts itself accuses nobody", () => {
  const disputed = [...EXPLAINED].filter(([, { dispute }]) => dispute !== undefined);
  expect(disputed.length).toBeGreaterThan(3);
  for (const [rule] of disputed)
    expect([rule, CATALOGUE.get(rule)?.severity]).toEqual([rule, "info"]);
});

describe("a log that keeps no headers", () => {
  test("says nothing of the version or the extensions that a client asked for", () => {
    const cited = { extensions: ["https://extensions.example/citation/v1"] };
    const scene = new Scene()
      .ask("SendStreamingMessage", sent(say))
      .head()
      .say(say.task("working"), say.status("working", say.message("So.", cited)));
    expect(rulesOf(scene)).toEqual([]);
  });
});

describe("a call over HTTP+JSON", () => {
  const streams = (url: string, headers: HeaderList) =>
    new Scene()
      .open("x1", { url, body: JSON.stringify(sent(say)), headers })
      .head()
      .say({ task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_WORKING" } } });
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
  const streamsAt = (url: string, card: Scene) =>
    card
      .open("x1", { url, body: rpcRequest("SendStreamingMessage", sent(say)), headers: say.stated })
      .head()
      .say(say.task("working"));

  test("is held against the agent that it is the card of", () => {
    const card = () => looksUp(cardOf(say, silent));
    expect(told(streamsAt("https://agent.example/", card()), "CAP-STREAM")).toEqual(["CAP-STREAM"]);
    expect(told(streamsAt("https://other.example/", card()), "CAP-STREAM")).toEqual([]);
    const oneOfMany = looksUp(cardOf(say, silent, "https://agent.example/a"));
    expect(told(streamsAt("https://agent.example/b", oneOfMany), "CAP-STREAM")).toEqual([]);
  });

  test("is held against who serves it in another's name", () => {
    const card = looksUp(cardOf(say, silent, "http://10.0.0.7:9000/rpc"));
    expect(told(streamsAt("https://agent.example/rpc", card), "CAP-STREAM")).toEqual([
      "CAP-STREAM",
    ]);
  });

  test("is not held against what was said before it was read", () => {
    const scene = streamsAt("https://agent.example/", new Scene());
    scene.records.push(...looksUp(cardOf(say, silent)).records);
    expect(told(scene, "CAP-STREAM")).toEqual([]);
  });
});

describe("a task that the client names", () => {
  const refers = (names: Json, scene = new Scene()) =>
    say
      .calls(scene, "stream", sent(say, { contextId: "c1", ...names }), "x2")
      .sayIn("x2", say.task("working"));

  test("may be older than the recording", () => {
    expect(rulesOf(refers({ referenceTaskIds: ["t0"] }))).toEqual([]);
    expect(rulesOf(refers({ taskId: "t1" }))).toEqual([]);
  });

  test("may be known from a list", () => {
    const page = {
      tasks: [{ id: "t7", status: { state: "TASK_STATE_WORKING" } }],
      nextPageToken: "",
    };
    const begun = () => say.stream().say(say.task("working")).end();
    const listed = whole(say.calls(begun(), "list", {}, "x3"), say.answer(page), "x3");
    const names = { messageId: "u2", referenceTaskIds: ["t7"] };
    expect(told(refers(names, begun()), "REF-UNKNOWN")).toEqual(["REF-UNKNOWN"]);
    expect(told(refers(names, listed), "REF-UNKNOWN")).toEqual([]);
  });
});

describe("a secret in clear", () => {
  const leaks = (scene: Scene) => told(scene, "SEC-LEAK").length > 0;
  const at = (url: string) => asksBy(say, say.stated, { url });

  test.each<[string, Scene, boolean]>([
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
      asksBy(say, say.stated, {
        params: {
          ...sent(say),
          configuration: {
            taskPushNotificationConfig: { url: "http://c.example/", token: "t0ken" },
          },
        },
      }),
      true,
    ],
    [
      "that is a word of what was said",
      asksBy(say, say.stated, { params: sent(say, { parts: [{ data: { token: "one" } }] }) }),
      false,
    ],
    [
      "in a cookie",
      new Scene()
        .open()
        .head(200, undefined, "x1", { headers: [["set-cookie", "id=a1b2c3; Path=/"]] }),
      true,
    ],
    [
      "that counts tokens",
      new Scene()
        .open()
        .head(200, undefined, "x1", { headers: [["x-ratelimit-remaining-tokens", "9000"]] }),
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
    const spoken = speaker(version);
    const scene = spoken.call("stream", sent(spoken));
    return told(whole(scene, spoken.error(code, message, data)), "ERR-CODE", "ERR-DATA");
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
