import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { readFixture, readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import type { TelemetryChange } from "../../api/schemas/api-requests.ts";
import { countSpans, mergeTraces } from "../../otlp/log-spans.ts";
import { createTraces, toObject } from "../../otlp/otlp.testkit.ts";
import { getRetryDelay, parseRetryAfter } from "../http/retry-delay.ts";
import { readSettings } from "../settings.ts";
import { type CollectorStep, TestCollector } from "./collector.testkit.ts";
import { readOtlpTarget } from "./otlp-environment.ts";
import { Outbox } from "./outbox.ts";
import { postTraces } from "./post-traces.ts";
import { sendTraces } from "./send-traces.ts";
import { Telemetry } from "./telemetry.ts";

const RUN = "recorded/1.0/input-required.jsonl";
const RECORDING = "20261124-100000-abcdef";
const LOCAL = { wide: false, allow: [] };

const collectors: TestCollector[] = [];
afterEach(async () => {
  for (const collector of collectors.splice(0)) await collector.close();
});

async function startCollector(...steps: CollectorStep[]): Promise<TestCollector> {
  const collector = await TestCollector.start();
  collector.steps.push(...steps);
  collectors.push(collector);
  return collector;
}

const traces = createTraces(readFixture(RUN).records);
const [firstTraces] = traces;
if (!firstTraces) throw new Error("the fixture has no call");

function getTarget(url: string, env: Record<string, string> = {}) {
  const target = readOtlpTarget(env, url);
  if (!target) throw new Error("there is no target");
  return target;
}

describe("posting", () => {
  test.each([
    ["http/protobuf", "none"],
    ["http/protobuf", "gzip"],
    ["http/json", "none"],
    ["http/json", "gzip"],
  ])("%s with compression %s arrives whole", async (protocol, compression) => {
    const collector = await startCollector();
    const env = {
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b",
    };
    expect(await postTraces(firstTraces, getTarget(collector.url, env), LOCAL)).toEqual({
      kind: "sent",
    });
    expect(collector.accepted).toEqual([firstTraces]);
    expect(collector.requests).toMatchObject([
      { path: "/v1/traces", headers: { "x-tenant": "a b" } },
    ]);
  });

  test.each([
    [
      { kind: "refuse", status: 503, retryAfter: "7" },
      { kind: "unavailable", retryAfterMs: 7000 },
    ],
    [
      { kind: "refuse", status: 429 },
      { kind: "unavailable", retryAfterMs: null },
    ],
    [{ kind: "refuse", status: 401 }, { kind: "unavailable" }],
    [{ kind: "refuse", status: 400 }, { kind: "rejected" }],
    [{ kind: "reset" }, { kind: "unavailable" }],
  ] as const)("%j is %j", async (step, outcome) => {
    const collector = await startCollector(step);
    expect(await postTraces(firstTraces, getTarget(collector.url), LOCAL)).toMatchObject(outcome);
    expect(collector.accepted).toEqual([]);
  });

  const IN_JSON = '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old: Bearer abc"}}';
  const IN_PROTOBUF = Buffer.from("\n\x1a\b\x01\x12\x16too old: Bearer abc...", "latin1");

  test.each([
    ["application/json", IN_JSON],
    ["application/json", IN_JSON.replace("partialSuccess", "partial_success")],
    ["application/x-protobuf", IN_PROTOBUF],
  ])("says which spans a backend rejected that accepted the others, in %s", async (type, body) => {
    const collector = await startCollector({ kind: "accept-partly", type, body });
    const env = { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc" };
    expect(await postTraces(firstTraces, getTarget(collector.url, env), LOCAL)).toEqual({
      kind: "sent",
      rejected: { spans: 1, message: expect.stringMatching(/^too old: …(?:\.\.\.)?$/) },
    });
  });

  test.each(["{}", '{"partialSuccess":{}}', '{"partialSuccess":{"rejectedSpans":0}}', "", "null"])(
    "%j rejects nothing",
    async (body) => {
      const type = "application/json";
      const collector = await startCollector({ kind: "accept-partly", type, body });
      const outcome = await postTraces(firstTraces, getTarget(collector.url), LOCAL);
      expect(outcome).toEqual({ kind: "sent" });
    },
  );

  test("sends in parts what is too large for a backend, and only loses what is too large alone", async () => {
    const collector = await startCollector();
    const target = getTarget(collector.url);
    const one = firstTraces.resourceSpans;
    const large = one.map((part) => ({
      ...part,
      scopeSpans: part.scopeSpans.map((scoped) => ({
        ...scoped,
        spans: scoped.spans.map((span) => ({ ...span, name: "x".repeat(10_000) })),
      })),
    }));
    collector.maxBytes = 8000;
    const all = { resourceSpans: [...one, ...one, ...large, ...one, ...one, ...one] };
    expect(await postTraces(all, target, LOCAL)).toEqual({
      kind: "sent",
      rejected: {
        spans: countSpans({ resourceSpans: large }),
        message: "the backend responded with HTTP 413",
      },
    });
    expect(countSpans(mergeTraces(collector.accepted))).toBe(5 * countSpans(firstTraces));
    expect(await postTraces({ resourceSpans: large }, target, LOCAL)).toMatchObject({
      kind: "rejected",
    });
  });

  test("follows no redirect, which could carry credentials away", async () => {
    const other = await startCollector();
    const collector = await startCollector({ kind: "redirect", to: `${other.url}/v1/traces` });
    const outcome = await postTraces(firstTraces, getTarget(collector.url), LOCAL);
    expect(outcome).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("307") });
    expect(other.requests).toEqual([]);
  });

  test("gives up on a backend that never responds", async () => {
    const collector = await startCollector({ kind: "hang" });
    const target = getTarget(collector.url, { OTEL_EXPORTER_OTLP_TIMEOUT: "50" });
    expect(await postTraces(firstTraces, target, LOCAL)).toMatchObject({
      kind: "unavailable",
      reason: "no response within 50 ms",
    });
  });

  test("calls no address that the target guard forbids", async () => {
    const collector = await startCollector();
    const target = getTarget(collector.url);
    expect(await postTraces(firstTraces, target, { wide: true, allow: [] })).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("loopback"),
    });
    const metadata = getTarget("http://169.254.169.254");
    expect(await postTraces(firstTraces, metadata, LOCAL)).toMatchObject({ kind: "unavailable" });
    expect(collector.requests).toEqual([]);
  });

  test("names no header in a failure", async () => {
    const collector = await startCollector({ kind: "refuse", status: 401 });
    const env = { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20secret-token" };
    const outcome = await postTraces(firstTraces, getTarget(collector.url, env), LOCAL);
    expect(collector.requests[0]?.headers.authorization).toBe("Bearer secret-token");
    expect(JSON.stringify(outcome)).not.toContain("secret-token");
  });
});

describe("retries", () => {
  test("go on until the backend accepts, and send once", async () => {
    const collector = await startCollector(
      { kind: "refuse", status: 503 },
      { kind: "reset" },
      { kind: "refuse", status: 429, retryAfter: "0" },
    );
    const outcome = await sendTraces(firstTraces, getTarget(collector.url), LOCAL, 60_000);
    expect(outcome).toEqual({ kind: "sent" });
    expect(collector.requests).toHaveLength(4);
    expect(collector.accepted).toEqual([firstTraces]);
  });

  test("end when the backend asks for more time than there is", async () => {
    const collector = await startCollector({ kind: "refuse", status: 503, retryAfter: "3600" });
    const outcome = await sendTraces(firstTraces, getTarget(collector.url), LOCAL, 1000);
    expect(outcome).toMatchObject({ kind: "unavailable", retryAfterMs: 3_600_000 });
    expect(collector.requests).toHaveLength(1);
  });

  test("back off, up to five minutes", () => {
    for (const [attempt, base] of [
      [1, 250],
      [2, 500],
      [5, 4000],
      [1000, 300_000],
    ] as const) {
      const delay = getRetryDelay(attempt, null);
      expect(delay).toBeGreaterThanOrEqual(base * 0.8);
      expect(delay).toBeLessThanOrEqual(base * 1.2);
    }
    expect(getRetryDelay(1, 90_000)).toBe(90_000);
  });

  test.each([
    [undefined, null],
    ["12", 12_000],
    ["Tue, 24 Nov 2026 10:00:30 GMT", 30_000],
    ["Tue, 24 Nov 2026 09:00:00 GMT", 0],
    ["soon", null],
  ])("read Retry-After: %s as %s ms", (text, ms) => {
    expect(parseRetryAfter(text, Date.parse("2026-11-24T10:00:00Z"))).toBe(ms);
  });
});

describe("the outbox", () => {
  const createFolder = () => mkdtempSync(join(tmpdir(), "loupe-outbox-"));

  test("keeps a call once, readable by its owner only", async () => {
    const folder = createFolder();
    const outbox = new Outbox(folder);
    await outbox.add({ traces: firstTraces });
    await outbox.add({ traces: firstTraces });
    await outbox.add({ recording: RECORDING, exchange: "x1" });
    const names = await outbox.list();
    expect(names).toHaveLength(2);
    const kept = await Promise.all(names.map((name) => outbox.read(name)));
    expect(kept).toEqual([{ traces: firstTraces }, { recording: RECORDING, exchange: "x1" }]);
    for (const name of names) {
      expect(statSync(join(folder, "telemetry", name)).mode & 0o077).toBe(0);
    }
  });

  test("drops the oldest when it is full", async () => {
    const outbox = new Outbox(createFolder(), 2);
    const dropped = [];
    for (const exchange of ["x1", "x2", "x3"]) {
      dropped.push(await outbox.add({ recording: RECORDING, exchange }));
      await sleep(5);
    }
    expect(dropped).toEqual([0, 0, 1]);
    const kept = await Promise.all((await outbox.list()).map((name) => outbox.read(name)));
    expect(kept).toMatchObject([{ exchange: "x2" }, { exchange: "x3" }]);
  });

  test("reads damaged entries as none", async () => {
    const folder = createFolder();
    await mkdir(join(folder, "telemetry"));
    await writeFile(join(folder, "telemetry", "a.json"), '{"recording":');
    const outbox = new Outbox(folder);
    expect(await outbox.read("a.json")).toBeNull();
  });
});

describe("telemetry of a library", () => {
  async function startTelemetry(
    url: string | null,
    {
      isShared = false,
      folder = mkdtempSync(join(tmpdir(), "loupe-telemetry-")),
      environment = {},
    }: {
      isShared?: boolean;
      folder?: string;
      environment?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const path = join(folder, `${RECORDING}.jsonl`);
    await writeFile(path, readFixtureBytes(RUN));
    const telemetry = new Telemetry({
      dataFolder: folder,
      getPath: async () => path,
      policy: LOCAL,
      link: "http://127.0.0.1:4100",
      isShared,
      environment: { ...environment, ...(url !== null && { OTEL_EXPORTER_OTLP_ENDPOINT: url }) },
    });
    return { telemetry, folder, path };
  }

  const SETTINGS: TelemetryChange = {
    url: null,
    protocol: "http/protobuf",
    isCompressed: true,
    hasContent: false,
  };

  test("sends each ended call once, whatever the backend does", async () => {
    const collector = await startCollector(
      { kind: "refuse", status: 503, retryAfter: "0" },
      { kind: "reset" },
      { kind: "refuse", status: 429 },
    );
    const { telemetry, folder } = await startTelemetry(collector.url);
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await telemetry.onExchangeEnd(RECORDING, "x2");
    await telemetry.onExchangeEnd(RECORDING, "x2");
    await collector.waitUntil(() => collector.spans.length >= 2);
    const ids = collector.spans.map(({ spanId }) => spanId);
    expect(new Set(ids).size).toBe(ids.length);
    const exchanges = collector.spans.map((span) => toObject(span.attributes)["loupe.exchange"]);
    expect(exchanges).toEqual(["x1", "x2"]);
    await expect.poll(() => readdirSync(join(folder, "telemetry"))).toEqual([]);
    expect(await telemetry.getState()).toMatchObject({ unsent: 0, sent: 2, lastProblem: null });
  });

  test("what was accepted before the connection broke has the same ids when sent again", async () => {
    const collector = await startCollector({ kind: "accept-and-reset" });
    const { telemetry } = await startTelemetry(collector.url);
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await collector.waitUntil(() => collector.accepted.length === 2);
    expect(collector.accepted[1]).toEqual(collector.accepted[0]);
  });

  test("keeps calls over a restart while the backend is down", async () => {
    const gone = await TestCollector.start();
    const { url } = gone;
    await gone.close();
    const { telemetry, folder } = await startTelemetry(url);
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await expect
      .poll(async () => (await telemetry.getState()).lastProblem)
      .toContain("ECONNREFUSED");
    expect((await telemetry.getState()).unsent).toBe(1);
    const collector = await startCollector();
    await startTelemetry(collector.url, { folder });
    await collector.waitUntil(() => collector.spans.length === 1);
  });

  test("sends nothing of a recording that was deleted", async () => {
    const collector = await startCollector({ kind: "refuse", status: 503 });
    const { telemetry, path, folder } = await startTelemetry(collector.url);
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await rm(path);
    telemetry.sendNow();
    await expect.poll(() => readdirSync(join(folder, "telemetry"))).toEqual([]);
    expect(collector.accepted).toEqual([]);
  });

  test("notes nothing if there is no backend", async () => {
    const { telemetry, folder } = await startTelemetry(null);
    await telemetry.onExchangeEnd(RECORDING, "x1");
    expect(readdirSync(folder)).toEqual([`${RECORDING}.jsonl`]);
  });

  test("a page sets the backend, and never gets the headers back", async () => {
    const collector = await startCollector();
    const { telemetry, folder } = await startTelemetry(null);
    const headers = [["authorization", "Bearer secret-token"]] as const;
    const state = await telemetry.change({ ...SETTINGS, url: collector.url, headers });
    expect(state).toMatchObject({
      url: `${collector.url}/v1/traces`,
      headerNames: ["authorization"],
      locked: null,
    });
    expect(JSON.stringify(state)).not.toContain("secret-token");
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await collector.waitUntil(() => collector.spans.length === 1);
    expect(collector.requests[0]?.headers.authorization).toBe("Bearer secret-token");
    expect(statSync(join(folder, "telemetry.json")).mode & 0o077).toBe(0);
    const changed = await telemetry.change({ ...SETTINGS, url: `${collector.url}/v1/traces` });
    expect(changed.headerNames).toEqual(["authorization"]);
    const moved = await telemetry.change({ ...SETTINGS, url: "http://127.0.0.1:1" });
    expect(moved.headerNames).toEqual([]);
    expect(readFileSync(join(folder, "telemetry.json"), "utf8")).not.toContain("secret-token");
  });

  test("content is sent only if the settings say so", async () => {
    const collector = await startCollector();
    const { telemetry } = await startTelemetry(null);
    await telemetry.change({ ...SETTINGS, url: collector.url });
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await collector.waitUntil(() => collector.spans.length === 1);
    await telemetry.change({ ...SETTINGS, url: collector.url, hasContent: true });
    await telemetry.onExchangeEnd(RECORDING, "x1");
    await collector.waitUntil(() => collector.spans.length === 2);
    const [without, withContent] = collector.spans.map(({ attributes }) => toObject(attributes));
    expect(without).not.toHaveProperty(["gen_ai.input.messages"]);
    expect(withContent).toHaveProperty(["gen_ai.input.messages"]);
  });

  test("a page of a shared server, or of one set by its environment, changes nothing", async () => {
    const change = { ...SETTINGS, url: "http://10.0.0.1" };
    const shared = await startTelemetry(null, { isShared: true });
    await expect(shared.telemetry.change(change)).rejects.toThrow(
      "set where the server is started",
    );
    expect(await shared.telemetry.getState()).toMatchObject({ url: null, locked: "shared" });
    const fixed = await startTelemetry("http://127.0.0.1:1");
    await expect(fixed.telemetry.change(change)).rejects.toThrow("set where the server is started");
    expect(await fixed.telemetry.getState()).toMatchObject({ locked: "environment" });
  });

  test("a shared server ignores what a page once stored", async () => {
    const first = await startTelemetry(null);
    await first.telemetry.change({ ...SETTINGS, url: "http://127.0.0.1:1" });
    const second = await startTelemetry(null, { isShared: true, folder: first.folder });
    expect(await second.telemetry.getState()).toMatchObject({ url: null, locked: "shared" });
  });

  const TRACE_URL = "https://jaeger.example/trace/{traceId}";

  test("a page sets the address of traces, also if the environment sets the backend", async () => {
    const { telemetry, folder } = await startTelemetry("http://127.0.0.1:1");
    const state = await telemetry.changeTraceUrl(` ${TRACE_URL} `);
    expect(state).toMatchObject({ traceUrl: TRACE_URL, traceUrlLocked: null });
    const other = await startTelemetry(null, { folder });
    await other.telemetry.change({ ...SETTINGS, url: "http://127.0.0.1:1" });
    expect(await other.telemetry.getState()).toMatchObject({ traceUrl: TRACE_URL });
    await expect(telemetry.changeTraceUrl("javascript:alert('{traceId}')")).rejects.toThrow(
      "must be an http or https address with {traceId}",
    );
    expect(await telemetry.changeTraceUrl(null)).toMatchObject({ traceUrl: null });
  });

  test("only the environment sets the address of traces where it does, or where others are", async () => {
    const environment = { LOUPE_TRACE_URL: TRACE_URL };
    for (const isShared of [false, true]) {
      const { telemetry } = await startTelemetry(null, { isShared, environment });
      const state = { traceUrl: TRACE_URL, traceUrlLocked: "environment" };
      expect(await telemetry.getState()).toMatchObject(state);
      await expect(telemetry.changeTraceUrl(null)).rejects.toThrow("where the server is started");
    }
    const own = await startTelemetry(null);
    await own.telemetry.changeTraceUrl(TRACE_URL);
    const { telemetry } = await startTelemetry(null, { isShared: true, folder: own.folder });
    const state = { traceUrl: null, traceUrlLocked: "shared" };
    expect(await telemetry.getState()).toMatchObject(state);
    await expect(telemetry.changeTraceUrl(TRACE_URL)).rejects.toThrow(
      "where the server is started",
    );
  });
});

test("an invalid LOUPE_TRACE_URL is an error that names it", () => {
  const read = (text: string) => readSettings({ LOUPE_TRACE_URL: text }).traceUrl;
  expect(read("")).toBeNull();
  expect(() => read("https://jaeger.example/")).toThrow(/^LOUPE_TRACE_URL must be .*\{traceId\}/);
});
