// Sends what commands record to a collector on a real socket.
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { toObject } from "../lib/otlp/otlp.testkit.ts";
import { TestCollector } from "../lib/server/telemetry/collector.testkit.ts";
import { main as check } from "./check.ts";
import { main as exportLog } from "./export.ts";
import { main as record } from "./record.ts";
import { main as telemetry } from "./telemetry.ts";

const getAgent = createAgentPool();
const NEVER = new Promise<void>(() => undefined);
const RUN = getFixturePath("recorded/1.0/input-required.jsonl");

let collector: TestCollector;
let dataFolder: string;
beforeEach(async () => {
  collector = await TestCollector.start();
  dataFolder = mkdtempSync(join(tmpdir(), "loupe-telemetry-"));
  vi.stubEnv("LOUPE_DATA", dataFolder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector.close();
});

const runRecord = (args: readonly string[]) =>
  runInTerminal((terminal) => record(args, terminal, NEVER));
const runTelemetry = (args: readonly string[]) =>
  runInTerminal((terminal) => telemetry(args, terminal));

const listKept = () => {
  try {
    return readdirSync(join(dataFolder, "telemetry"));
  } catch {
    return [];
  }
};

describe("loupe record --otlp", () => {
  test("sends the run that it writes, with the same ids as its export", async () => {
    const { rpcUrl } = await getAgent("1.0");
    const file = join(dataFolder, "run.jsonl");
    const args = [rpcUrl, "-m", "hello", "-o", file, "--otlp", collector.url];
    const { code, err } = await runRecord(args);
    expect(code).toBe(0);
    expect(err).toMatch(/^Sent \d+ spans? to http:\/\/127\.0\.0\.1:\d+\.$/m);
    const names = collector.spans.map(({ name }) => name);
    expect(names).toContain("SendStreamingMessage");
    const { out } = await runInTerminal((terminal) => exportLog([file, "--as", "otlp"], terminal));
    const ids = [...out.matchAll(/"spanId":"(\w+)"/g)].map(([, id]) => id);
    expect(collector.spans.map(({ spanId }) => spanId)).toEqual(ids);
    expect(JSON.stringify(collector.accepted)).not.toContain("hello");
  });

  test("keeps what a backend that is down does not take, and says how to send it", async () => {
    const { rpcUrl } = await getAgent("0.3");
    const { url } = collector;
    await collector.close();
    const { code, err, out } = await runRecord([rpcUrl, "-m", "hello", "--otlp", url]);
    expect(code).toBe(0);
    expect(out).toContain('"r":"end"');
    expect(err).toContain(`loupe: could not send`);
    expect(err).toContain(`run: loupe telemetry --otlp ${url}`);
    expect(listKept().length).toBeGreaterThan(0);
    collector = await TestCollector.start();
    const sent = await runTelemetry(["--otlp", collector.url]);
    expect(sent.code).toBe(0);
    expect(sent.out).toMatch(/^Sent \d+ spans? kept from before\.\n$/);
    expect(collector.spans.length).toBeGreaterThan(0);
    expect(listKept()).toEqual([]);
  });

  test("takes the standard variables, and prints no header", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20secret-token");
    vi.stubEnv("OTEL_SERVICE_NAME", "nightly");
    collector.steps.push({ kind: "refuse", status: 401 }, { kind: "refuse", status: 401 });
    const { rpcUrl } = await getAgent("1.0");
    const { err } = await runRecord([rpcUrl, "-m", "hello"]);
    expect(collector.requests[0]?.headers.authorization).toBe("Bearer secret-token");
    expect(err).not.toContain("secret-token");
    const [traces] = collector.accepted;
    const resource = toObject(traces?.resourceSpans[0]?.resource.attributes ?? []);
    expect(resource).toMatchObject({ "service.name": "nightly" });
  });

  test("with content sends it, redacted", async () => {
    const { rpcUrl } = await getAgent("1.0");
    const text = "hello from ada@example.com";
    const args = [rpcUrl, "-m", text, "--otlp", collector.url, "--otlp-content"];
    await runRecord(args);
    const sent = JSON.stringify(collector.accepted);
    expect(sent).toContain("hello from");
    expect(sent).not.toContain("ada@example.com");
  });

  test.each([
    [["--otlp", "nowhere"], /--otlp must be an http or https address/],
    [["--otlp", "http://u:secret@a"], /^(?!.*secret).*must not contain credentials/],
  ])("refuses %j before anything is recorded", async (args, message) => {
    const { code, err } = await runRecord(["http://127.0.0.1:1", "-m", "hello", ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test("names a variable that is unusable", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    const args = ["http://127.0.0.1:1", "-m", "hello", "--otlp", collector.url];
    const { code, err } = await runRecord(args);
    expect([code, err]).toEqual([2, expect.stringContaining("OTEL_EXPORTER_OTLP_PROTOCOL")]);
  });
});

test("loupe check --otlp sends the run with the live agent, and its result stays", async () => {
  const { rpcUrl } = await getAgent("1.0");
  const run = (args: readonly string[]) =>
    runInTerminal((terminal) => check([rpcUrl, "-m", "hello", ...args], terminal, NEVER));
  const before = await run([]);
  const after = await run(["--otlp", collector.url]);
  expect(after.code).toBe(before.code);
  expect(collector.spans.map(({ name }) => name)).toContain("SendStreamingMessage");
  await collector.close();
  expect((await run(["--otlp", "http://127.0.0.1:1"])).code).toBe(before.code);
  collector = await TestCollector.start();
});

test("loupe check --otlp sends the logs that it checks, which a variable alone does not", async () => {
  const run = (args: readonly string[]) =>
    runInTerminal((terminal) => check([RUN, ...args], terminal, NEVER));
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  await run([]);
  expect(collector.spans).toEqual([]);
  await run(["--otlp", collector.url]);
  expect(collector.spans).toHaveLength(2);
});

describe("loupe telemetry", () => {
  test("sends logs, and says so on standard output", async () => {
    const { code, out, err } = await runTelemetry([RUN, "--otlp", collector.url]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Sent 2 spans to /);
    expect(collector.spans).toHaveLength(2);
  });

  test("sends nothing if one of the logs can't be read", async () => {
    const { code, out } = await runTelemetry([RUN, "/nowhere.jsonl", "--otlp", collector.url]);
    expect([code, out]).toEqual([2, ""]);
    expect(collector.requests).toEqual([]);
  });

  test("--json has the counts, and the command that sends what waits", async () => {
    const { url } = collector;
    await collector.close();
    const kept = await runTelemetry([RUN, "--otlp", url, "--json"]);
    expect(kept.code).toBe(1);
    const next = [`loupe telemetry --otlp ${url} --json`];
    const counts = { sent: 0, rejected: 0, waiting: 2 };
    expect(JSON.parse(kept.out)).toEqual({ format: 1, backend: url, ...counts, next });
    collector = await TestCollector.start();
    const sent = await runTelemetry([RUN, "--otlp", collector.url, "--json"]);
    expect([sent.code, sent.err]).toEqual([0, ""]);
    expect(JSON.parse(sent.out)).toEqual({
      format: 1,
      backend: collector.url,
      sent: 4,
      rejected: 0,
      waiting: 0,
      next: [],
    });
  });

  test("says what a backend rejects, and does not keep it", async () => {
    collector.steps.push({ kind: "refuse", status: 400 });
    const { code, err } = await runTelemetry([RUN, "--otlp", collector.url]);
    expect(code).toBe(1);
    expect(err).toMatch(/rejected 2 spans: the backend responded with HTTP 400/);
    expect(listKept()).toEqual([]);
  });

  test("says how many spans were rejected of those that were sent", async () => {
    const body = '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}';
    collector.steps.push({ kind: "accept-partly", type: "application/json", body });
    const { code, out, err } = await runTelemetry([RUN, "--otlp", collector.url, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ sent: 1, rejected: 1, waiting: 0 });
    expect(err).toMatch(/rejected 1 of 2 spans: too old$/m);
  });

  test("needs a backend", async () => {
    const { code, err } = await runTelemetry([]);
    expect([code, err]).toEqual([2, expect.stringContaining("telemetry needs --otlp URL")]);
  });
});
