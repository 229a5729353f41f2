// The demo team on real sockets: what Loupe records of its own message and of the calls below it.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinter } from "../lint/linter.ts";
import { getProblemsAt } from "../lint/problems.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { createExchangeReport } from "../report/exchange-report.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { WireRecord } from "../wire/record.ts";
import { connect } from "./agent/connect.ts";
import { DemoTeam } from "./demo-team.ts";
import { createRequestListener } from "./http/request-listener.ts";
import { Library } from "./library.ts";
import { readSettings } from "./settings.ts";

const data = mkdtempSync(join(tmpdir(), "loupe-team-"));
const server = http.createServer(
  createRequestListener((request) => {
    const { origin, pathname } = new URL(request.url);
    const path = pathname.slice("/demo/team".length);
    return team.handleRequest(request, `${origin}/demo/team`, path);
  }),
);

let team: DemoTeam;
let library: Library;
let url = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/demo/team`;
  const settings = readSettings({
    LOUPE_DATA: data,
    LOUPE_PORT: String(port),
    LOUPE_HOST: "127.0.0.1",
    // The team works where no other address of this machine may be called.
    LOUPE_WIDE: "1",
  });
  team = new DemoTeam({
    server: settings,
    startTap: (options) => library.taps.start(options),
    pace: 2,
  });
  library = new Library({ ...settings, demoTeam: team });
});

afterAll(async () => {
  await team.close();
  server.closeAllConnections();
  server.close();
  rmSync(data, { recursive: true });
});

interface RecordedMessage {
  readonly recording: string;
  readonly timeline: Timeline;
}

async function sendMessage(
  text: string,
  { headers = [] as [string, string][], stopAfterMs = 0 } = {},
): Promise<RecordedMessage> {
  const { recording, card } = await connect(library, { address: url });
  expect(card?.text).toContain("Trip planner");
  const message = { messageId: "m1", role: "ROLE_USER", parts: [{ text }] };
  const call = { jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: { message } };
  const started = await library.exchanges.start({
    method: "POST",
    url,
    headers: [["content-type", "application/json"], ["a2a-version", "1.0"], ...headers],
    body: JSON.stringify(call),
    recording,
  });
  if (stopAfterMs > 0) {
    setTimeout(() => void library.exchanges.abort(recording, started.exchange), stopAfterMs);
  }
  await started.done;
  while (library.recordings.isLive(recording))
    await new Promise((resolve) => setImmediate(resolve));
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  return { recording, timeline: await readRecording(recording) };
}

async function readRecording(recording: string): Promise<Timeline> {
  const ingest = new Ingest({ observer: createLinter() });
  const text = readFileSync(await library.recordings.getPath(recording), "utf8");
  for (const line of text.trimEnd().split("\n")) ingest.push(JSON.parse(line) as WireRecord);
  return ingest.timeline;
}

/** Each call with the path of its URL, its parent's path, and the edge. */
const listEdges = (timeline: Timeline) =>
  timeline.callTree.calls.map((call) => {
    const parent = call.parentAt(timeline.lastEvent);
    const edge = call.edgeAt(timeline.lastEvent);
    return [
      new URL(call.exchange.open.record.url).pathname,
      parent && new URL(parent.exchange.open.record.url).pathname,
      edge && `${edge.kind}: ${edge.rule}`,
    ];
  });

const CARD = "/.well-known/agent-card.json";

test("one message is one tree: recorded to the first agent, inferred to the second", async () => {
  const { recording, timeline } = await sendMessage("plan a weekend in Porto");
  expect(listEdges(timeline)).toEqual([
    [`/demo/team${CARD}`, null, null],
    ["/demo/team", null, null],
    [CARD, "/demo/team", "recorded: trace"],
    ["/", "/demo/team", "recorded: trace"],
    [CARD, "/demo/team", "inferred: caller-program"],
    ["/message:stream", "/demo/team", "inferred: caller-program"],
  ]);
  expect(timeline.exchanges.map(({ end }) => end?.record.cause)).toEqual(
    timeline.exchanges.map(() => "complete"),
  );
  const reports = timeline.exchanges.map((exchange) =>
    createExchangeReport(timeline, exchange, timeline.lastEvent),
  );
  expect(reports.map(({ version, binding }) => `${version} ${binding}`)).toEqual(
    expect.arrayContaining(["1.0 jsonrpc", "0.3 jsonrpc", "1.0 rest"]),
  );
  expect(getProblemsAt(timeline, timeline.lastEvent).map(({ rule }) => rule)).toEqual([]);
  const log = readFileSync(await library.recordings.getPath(recording), "utf8");
  expect(log).toContain("Porto");
  expect(log).toMatch(/Bearer ‹masked/);
});

test.each([
  ["fail at the hotel", "failed", "The booking service did not answer (503)."],
  ["cut the line", "cut", ""],
])("%s: the hotel agent is at fault, and the planner says so", async (text, kind, because) => {
  const { timeline } = await sendMessage(text);
  const n = timeline.lastEvent;
  const [planner, hotel] = ["/demo/team", "/message:stream"].map((path) =>
    timeline.exchanges.find(({ open }) => new URL(open.record.url).pathname === path),
  );
  if (!planner || !hotel) throw new Error("a call is missing");
  expect(getExchangeVerdict(timeline, hotel, n)).toMatchObject({ kind, clean: false });
  expect(getExchangeVerdict(timeline, hotel, n).because).toContain(because);
  expect(getExchangeVerdict(timeline, planner, n)).toMatchObject({ kind: "failed" });
});

test("a trace ID of the user is passed on", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers: [string, string][] = [["traceparent", `00-${traceId}-00f067aa0ba902b7-01`]];
  const { timeline } = await sendMessage("plan", { headers });
  const sent = timeline.exchanges.filter(({ open }) =>
    open.record.headers.some(([, value]) => value.includes(traceId)),
  );
  expect(sent).toHaveLength(3);
});

test("the recording stays live until the planner's own calls have ended", async () => {
  const { timeline } = await sendMessage("slow", { stopAfterMs: 150 });
  expect(timeline.exchanges.every(({ end }) => end !== null)).toBe(true);
});

test("without a trace ID that Loupe has sent, nothing is recorded, and the agents work", async () => {
  const before = (await library.recordings.catalog.list()).length;
  const message = { messageId: "m1", role: "ROLE_USER", parts: [{ text: "plan" }] };
  const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
  const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  expect((await response.json()).result.task.status.state).toBe("TASK_STATE_COMPLETED");
  expect(await library.recordings.catalog.list()).toHaveLength(before);
});

test("the agents of the team serve nobody without their key", async () => {
  const { timeline } = await sendMessage("plan");
  const targets = new Set(timeline.exchanges.flatMap(({ open }) => open.record.hop?.target ?? []));
  targets.delete(new URL(url).host);
  expect(targets.size).toBe(2);
  for (const target of targets) {
    expect((await fetch(`http://${target}${CARD}`)).status).toBe(401);
  }
});
