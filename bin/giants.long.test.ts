// Records agents that send too much, over real sockets: memory does not grow with the response, the
// connection is closed at the limit, and the next call succeeds.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  BOMB_BYTES,
  type OversizedAgent,
  startOversizedAgent,
} from "../e2e/agents/oversized-agent.ts";
import { createLinter } from "../lib/lint/linter.ts";
import { getVerdictAt } from "../lib/lint/verdict.ts";
import { connect } from "../lib/server/agent/connect.ts";
import { getCallLimits } from "../lib/server/exchange/exchange-limits.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { WireRecord } from "../lib/wire/record.ts";

const MB = 1 << 20;
/** Far below what is sent; includes what Node.js needs for files and sockets. */
const MAX_GROWTH = 96 * MB;

const dataFolder = mkdtempSync(join(tmpdir(), "loupe-giants-"));
let agent: OversizedAgent;
let library: Library;
beforeAll(async () => {
  agent = await startOversizedAgent();
  library = new Library({ ...readSettings({}), dataFolder });
});
afterAll(async () => {
  await agent.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface RecordedCall {
  readonly file: string;
  readonly cause: string;
  /** Peak growth of the process in bytes. */
  readonly growth: number;
}

/** Calls a path, and stops after a number of records or bytes. */
async function recordCall(
  path: string,
  { records = Number.POSITIVE_INFINITY, maxBodyBytes = 1024 * MB, observe = (_: WireRecord) => {} },
): Promise<RecordedCall> {
  const before = process.memoryUsage.rss();
  let growth = 0;
  let count = 0;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { recording, exchange, done } = await library.exchanges.start(
    { method: "POST", url: `${agent.url}${path}`, headers: [], body: "{}" },
    {
      getLimits: (values) => getCallLimits({ ...values, answerBytes: maxBodyBytes }),
      observe(record) {
        growth = Math.max(growth, process.memoryUsage.rss() - before);
        if (++count >= records) stop();
        observe(record);
      },
    },
  );
  await Promise.race([stopped, done]);
  await library.exchanges.abort(recording, exchange);
  const { cause } = await done;
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  return { file: await library.recordings.getPath(recording), cause, growth };
}

/** The connection is closed, and the next call succeeds. */
async function expectClosed(path: string): Promise<void> {
  await expect.poll(() => agent.listeners(path)).toBe(0);
  const { cause } = await recordCall("/nowhere", {});
  expect(cause).toBe("complete");
}

describe("recording takes constant memory for", () => {
  test("a gzip bomb of 200 MB", async () => {
    const { file, cause, growth } = await recordCall("/bomb", {});
    expect(cause).toBe("complete");
    expect(statSync(file).size).toBeGreaterThan(BOMB_BYTES);
    expect(growth).toBeLessThan(MAX_GROWTH);
    await expectClosed("/bomb");
  });

  test.each(["/line", "/flood"])("%s, a response that does not end", async (path) => {
    // Newer versions of Node.js keep up to 160 MB, however much is sent.
    const limited = await recordCall(path, { maxBodyBytes: 256 * MB });
    expect(limited.cause).toBe("limit");
    expect(statSync(limited.file).size).toBeGreaterThan(256 * MB);
    expect(limited.growth).toBeLessThan(2 * MAX_GROWTH);
    await expectClosed(path);

    const aborted = await recordCall(path, { records: 20 });
    expect(aborted.cause).toBe("aborted");
    await expectClosed(path);
  });

  test("a card that does not end", async () => {
    const before = process.memoryUsage.rss();
    const { card, tried } = await connect(library, {
      address: `${agent.url}/endless/.well-known/agent-card.json`,
    });
    expect(card).toBeNull();
    expect(tried[0]?.outcome).toMatch(/larger than 10 MB, Loupe's limit “Agent card size”/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_GROWTH);
  });
});

test.each(["/keys", "/levels"])("%s is recorded, read and gets a verdict", async (path) => {
  const ingest = new Ingest({ observer: createLinter() });
  const { cause } = await recordCall(path, { observe: (record) => ingest.push(record) });
  expect(cause).toBe("complete");
  const { timeline } = ingest;
  expect(getVerdictAt(timeline, timeline.lastEvent).kind).toBe("completed");
  expect(timeline.tasks).toHaveLength(1);
});
