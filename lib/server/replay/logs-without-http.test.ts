// Logs of events without HTTP are served as agents stream: each event in one line of data.
import { describe, expect, test } from "vitest";
import { readFixture } from "../../../fixtures/read-fixture.ts";
import { startTestReplay } from "./replay.testkit.ts";

const REQUEST = {
  jsonrpc: "2.0",
  id: "mine",
  method: "SendStreamingMessage",
  params: { message: { role: "ROLE_USER", messageId: "m1", parts: [{ text: "stream" }] } },
};

async function post(name: string, body: object) {
  const { url } = await startTestReplay(readFixture(name).records);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { type: response.headers.get("content-type"), text: await response.text() };
}

describe("a log of a collector", () => {
  test.each([
    "formats/collector-kubectl.log",
    "formats/text-pretty.log",
    "formats/loupe-events.jsonl",
  ])("%s is streamed", async (name) => {
    const { type, text } = await post(name, REQUEST);
    expect(type).toBe("text/event-stream");
    const events = text.split("\n\n").filter((event) => event !== "");
    expect(events).toHaveLength(11);
    for (const event of events) {
      expect(event).toMatch(/^data: [^\n]*$/);
      expect(JSON.parse(event.slice(6))).toMatchObject({ jsonrpc: "2.0", id: "mine" });
    }
  });

  test("has the response to a lookup as one document", async () => {
    const params = { id: "0afc5c0e-00ff-44ef-984a-e0a3e3ee997a" };
    const get = { ...REQUEST, method: "GetTask", params };
    const { type, text } = await post("formats/collector-kubectl.log", get);
    expect(type).toBe("application/json");
    expect(JSON.parse(text).result).toMatchObject(params);
  });
});

test("a pretty-printed array is streamed with one line for each event", async () => {
  const { text } = await post("shapes/array.json", { ...REQUEST, method: "message/stream" });
  expect(text.match(/^data: .*\n\n/gm)).toHaveLength(4);
});
