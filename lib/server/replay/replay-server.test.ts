// Faults, ends and times as a client's socket sees them.
import { once } from "node:events";
import http from "node:http";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  ReportLog,
  request,
  status,
} from "../../../fixtures/event-builders.ts";
import { readFixture } from "../../../fixtures/read-fixture.ts";
import {
  fetchRawResponse,
  INSTANT_OPTIONS,
  parseChunks,
  startTestReplay,
} from "./replay.testkit.ts";
import { DEFAULT_REPLAY_OPTIONS, parseReplayOptions } from "./replay-options.ts";
import { parseReplayRequest } from "./replay-request.ts";
import { createReplayResponse } from "./replay-response.ts";
import { createReplaySource } from "./replay-source.ts";

const EVENTS = [
  createArtifactUpdate("a", "Grüße 🌍"),
  createArtifactUpdate("a", "日本"),
  status("completed"),
];
const log = () =>
  new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "m"))
    .addHead()
    .addEvents(...EVENTS.map((result) => ({ jsonrpc: "2.0", id: 1, result })))
    .addEnd();
const GO = request("message/stream", createSendMessageParams("go", "m"));
const sent = EVENTS.map(
  (result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`,
);

const disturbed = async (fault: string) => {
  const { url, served } = await startTestReplay(log().records);
  const answer = await fetchRawResponse(url, GO, { headers: `x-loupe-fault: ${fault}\r\n` });
  const { chunks, isWhole } = parseChunks(answer);
  return { chunks, isWhole, text: Buffer.concat(chunks).toString(), served };
};

describe("on the wire", () => {
  test("a response is sent in the recorded reads", async () => {
    const { url, served } = await startTestReplay(log().records);
    const { head, chunks, isWhole } = parseChunks(await fetchRawResponse(url, GO));
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
    expect(chunks.map(String)).toEqual(sent);
    expect(isWhole).toBe(true);
    expect(served).toMatchObject([{ exchange: 1, why: "the same text", options: "" }]);
  });

  test.each([
    ["another host's name", "/", "Host: evil.example\r\n", 421],
    ["its own name twice", "/", "Host: 127.0.0.1\r\n", 421],
    ["another origin beside its own", "/", "Origin: http://evil.example\r\n", 403],
    ["a proxy's form", "http://evil.example/", "", 400],
    ["a host in the path", "//evil.example/", "", 400],
  ])("nothing is sent to %s", async (_, path, headers, status) => {
    const { url, served } = await startTestReplay(log().records);
    const answer = (await fetchRawResponse(url, GO, { path, headers })).toString();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).not.toContain("artifact");
    expect(served).toEqual([]);
  });

  test("cut-after breaks the connection after that event", async () => {
    const { text, isWhole, served } = await disturbed("cut-after=2");
    expect({ text, isWhole }).toEqual({ text: sent.slice(0, 2).join(""), isWhole: false });
    expect(served[0]?.options).toBe("speed=max, cut-after=2");
  });

  test("split-characters ends writes inside characters", async () => {
    const { chunks, text } = await disturbed("split-characters");
    expect(text).toBe(sent.join(""));
    const isCutInside = (chunk: Buffer) => (chunk.at(-1) ?? 0) >= 0xc0;
    // ü, ß, 🌍, 日, 本
    expect(chunks.filter(isCutInside)).toHaveLength(5);
  });

  test("duplicate, reorder and crlf change the body", async () => {
    expect((await disturbed("duplicate=1")).text).toBe([sent[0], ...sent].join(""));
    expect((await disturbed("duplicate")).text).toBe(sent.flatMap((it) => [it, it]).join(""));
    expect((await disturbed("reorder")).text).toBe([sent[1], sent[0], sent[2]].join(""));
    expect((await disturbed("crlf")).text).toBe(sent.join("").replaceAll("\n", "\r\n"));
  });

  test("faults of one request can be in its query, and an invalid one is refused", async () => {
    const { url } = await startTestReplay(log().records);
    const cut = parseChunks(
      await fetchRawResponse(url, GO, { path: "/a2a?x-loupe-fault=cut-after=1,crlf" }),
    );
    expect(cut).toMatchObject({
      isWhole: false,
      chunks: [Buffer.from(sent[0]?.replaceAll("\n", "\r\n") ?? "")],
    });
    const wrong = await fetch(`${url}/?x-loupe-fault=cut-after=x`, { method: "POST", body: GO });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toBe(
      'x-loupe-fault: cut-after needs a number of events, not "x".\n',
    );
  });

  test("content-length matches what is sent", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { kind: "task", id: "t" } });
    const { records } = new ReportLog()
      .addRequest("tasks/get", { id: "t" })
      .addHead(200, "application/json", "x1", {
        headers: [["Content-Length", String(body.length)]],
      })
      .addText(body)
      .addEnd();
    const { url } = await startTestReplay(records);
    const id = "a longer id";
    const request = JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tasks/get",
      params: { id: "t" },
    });
    const answer = (await fetchRawResponse(url, request)).toString();
    expect(answer).toContain(`Content-Length: ${body.length + JSON.stringify(id).length - 1}\r\n`);
    expect(answer.endsWith(body.replace('"id":1', `"id":"${id}"`))).toBe(true);
  });

  test("a recorded connection loss is replayed", async () => {
    const { records } = readFixture("recorded/faults/cut.jsonl");
    const { url } = await startTestReplay(records);
    const open = records.find((record) => record.r === "open");
    const { chunks, isWhole } = parseChunks(await fetchRawResponse(url, open?.body ?? ""));
    expect({ parts: chunks.length, isWhole }).toEqual({ parts: 3, isWhole: false });
  });

  test("a recorded silence lasts until the client disconnects", async () => {
    const { records } = readFixture("recorded/faults/stall.jsonl");
    const { url, served } = await startTestReplay(records);
    const open = records.find((record) => record.r === "open");
    const asking = http.request(url, { method: "POST" }).end(open?.body);
    const [response] = (await once(asking, "response")) as [http.IncomingMessage];
    let seen = "";
    for await (const chunk of response) {
      seen += chunk;
      if (seen.includes("artifact-update")) break;
    }
    expect(served[0]?.notes).toEqual([
      "Left open: in the recording, the agent stopped sending here.",
    ]);
  });
});

describe("unauthorized requests", () => {
  test.each([
    ["another name", { host: "rebound.example" }, 421],
    ["another site", { "sec-fetch-site": "cross-site" }, 403],
    ["another origin", { origin: "http://elsewhere.example" }, 403],
  ])("from %s are refused", async (_, headers, expected) => {
    const { url, served } = await startTestReplay(log().records);
    const asking = http.request(url, { method: "POST", headers }).end(GO);
    const [response] = (await once(asking, "response")) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(expected);
    expect(served).toEqual([]);
  });
});

describe("times", () => {
  const [exchange] = createReplaySource(log().records).exchanges;
  const question = parseReplayRequest({ verb: "POST", path: "/", headers: [], body: GO });
  const times = (written: string) => {
    const options = parseReplayOptions(written, DEFAULT_REPLAY_OPTIONS);
    if (!exchange || typeof options === "string") throw new Error("Nothing to play.");
    const { headAt, writes, endAt } = createReplayResponse(
      exchange,
      question,
      options,
      (card) => card,
    );
    return [headAt, ...writes.map(({ at }) => at), endAt];
  };

  test("are the recorded ones, relative to the request", () => {
    expect(times("")).toEqual([10, 20, 30, 40, 50]);
    expect(times("speed=4")).toEqual([2.5, 5, 7.5, 10, 12.5]);
    expect(times("speed=max")).toEqual([0, 0, 0, 0, 0]);
    expect(times("speed=max, delay=200")).toEqual([200, 200, 200, 200, 200]);
    expect(times("reorder")).toEqual([10, 30, 30, 40, 50]);
  });

  test("are zero for a log without times", async () => {
    const { records } = readFixture("shapes/0.1.sse");
    const [bare] = createReplaySource(records).exchanges;
    if (!bare) throw new Error("Nothing to play.");
    const { headAt, writes, endAt } = createReplayResponse(
      bare,
      question,
      INSTANT_OPTIONS,
      (card) => card,
    );
    expect(new Set([headAt, endAt, ...writes.map(({ at }) => at)])).toEqual(new Set([0]));
  });
});
