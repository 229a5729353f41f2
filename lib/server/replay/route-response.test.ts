// Replay responses of a route of Loupe's own server.
import { expect, test } from "vitest";
import {
  createSendMessageParams,
  ReportLog,
  request,
  status,
} from "../../../fixtures/event-builders.ts";
import { readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import { Replays } from "./replays.ts";
import { createRouteResponse } from "./route-response.ts";

const unstopped = new AbortController().signal;

async function* bytes(of: Uint8Array) {
  yield of;
}

const linesOf = (log: ReportLog) =>
  bytes(Buffer.from(log.records.map((record) => `${JSON.stringify(record)}\n`).join("")));

const event = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: status("working") })}\n\n`;

const saying = (end: Parameters<ReportLog["addEnd"]>[0]) =>
  new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "m"))
    .addHead(200, "text/event-stream", "x1", {
      headers: [
        ["Content-Type", "text/event-stream"],
        ["Set-Cookie", "session=1"],
        ["Access-Control-Allow-Origin", "*"],
        ["A2A-Extensions", "https://x.example/e"],
      ],
    })
    .addText(event)
    .addEnd(end);

const GO = {
  verb: "POST",
  path: "/",
  headers: [],
  body: request("message/stream", createSendMessageParams("go", "m")),
};

async function requestReplay(log: ReportLog, options = "speed=max") {
  const replays = new Replays();
  const { id } = await replays.start(linesOf(log), options, unstopped);
  const { response, stopped } = replays.respond(id, GO, "http://here");
  const client = new AbortController();
  return {
    replays,
    id,
    client,
    response: await createRouteResponse(response, [client.signal, stopped]),
  };
}

test("only headers that A2A clients need are sent", async () => {
  const { response } = await requestReplay(saying("complete"));
  expect(Object.fromEntries(response.headers)).toEqual({
    "a2a-extensions": "https://x.example/e",
    "cache-control": "no-cache, no-transform",
    "content-type": "text/event-stream",
  });
  expect(await response.text()).toBe(event);
});

test("every challenge of the agent is sent", async () => {
  const log = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "m"))
    .addHead(401, "text/plain", "x1", {
      headers: [
        ["Content-Type", "text/plain"],
        ["WWW-Authenticate", 'Bearer realm="a"'],
        ["www-authenticate", 'Basic realm="b, c"'],
      ],
    });
  const { response } = await requestReplay(log.addText("no").addEnd("complete"));
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe('Bearer realm="a", Basic realm="b, c"');
});

test.each([
  ["a recorded loss", saying("reset"), ""],
  ["a requested cut", saying("complete"), "cut-after=1"],
])("%s breaks the response after its body so far", async (_, log, options) => {
  const { response } = await requestReplay(log, options);
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event);
  await expect(reader?.read()).rejects.toThrow("Connection cut");
});

test("a silence ends with an error when the replay is stopped", async () => {
  const { replays, id, response } = await requestReplay(saying("timeout"));
  const reader = response.body?.getReader();
  await reader?.read();
  const more = reader?.read();
  replays.stop(id);
  await expect(more).rejects.toThrow("Connection cut");
  expect(replays.list()).toEqual([]);
});

test("the latest requests are listed in order", async () => {
  const { replays, id } = await requestReplay(saying("complete"));
  for (let i = 0; i < 250; i++) replays.respond(id, GO, "http://here");
  const { answered, requests = [], options } = replays.list()[0] ?? {};
  expect({ answered, options, kept: requests.length }).toEqual({
    answered: 251,
    options: "speed=max",
    kept: 200,
  });
  expect(requests.at(-1)).toMatchObject({ number: 251, exchange: 1, why: "the same text" });
});

test("a log that cannot be replayed is refused with the reason", async () => {
  const replays = new Replays();
  const refused = bytes(readFixtureBytes("recorded/faults/refused.jsonl"));
  await expect(replays.start(refused, "", unstopped)).rejects.toThrow("never reached an agent");
  await expect(replays.start(bytes(Buffer.from("")), "speed=0", unstopped)).rejects.toThrow(
    "speed needs",
  );
});
