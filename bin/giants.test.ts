// Agents that say too much, recorded over real sockets: the memory that this takes does not grow with
// what they say, the connection is closed when enough was heard, and the next call is answered.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  BOMB_BYTES,
  type OversizedAgent,
  startOversizedAgent,
} from "../e2e/agents/oversized-agent.ts";
import { createLintingIngest } from "../lib/lint/linter.ts";
import { getVerdictAt } from "../lib/lint/verdict.ts";
import { connect } from "../lib/server/connect.ts";
import { getCallLimits } from "../lib/server/exchange-limits.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { WireRecord } from "../lib/wire/record.ts";

const MB = 1 << 20;
/** Far below what is sent; what Node.js itself takes for files and sockets is in it. */
const MAY_GROW = 96 * MB;

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

interface Heard {
  readonly file: string;
  readonly cause: string;
  /** By how much the process was larger than before, at its largest. */
  readonly grown: number;
}

/** Calls a path; hangs up after so many records, or takes so many bytes at most. */
async function hear(
  path: string,
  { records = Number.POSITIVE_INFINITY, maxBodyBytes = 1024 * MB, observe = (_: WireRecord) => {} },
): Promise<Heard> {
  const before = process.memoryUsage.rss();
  let grown = 0;
  let count = 0;
  let isEnough = () => {};
  const enough = new Promise<void>((resolve) => {
    isEnough = resolve;
  });
  const { recording, exchange, done } = await library.start(
    { method: "POST", url: `${agent.url}${path}`, headers: [], body: "{}" },
    {
      getLimits: (values) => getCallLimits({ ...values, answerBytes: maxBodyBytes }),
      observe(record) {
        grown = Math.max(grown, process.memoryUsage.rss() - before);
        if (++count >= records) isEnough();
        observe(record);
      },
    },
  );
  await Promise.race([enough, done]);
  await library.abort(recording, exchange);
  const { cause } = await done;
  await (await library.recorder(recording)).waitUntilWritten();
  return { file: await library.getPath(recording), cause, grown };
}

/** Nobody listens any more, and whoever calls next is answered. */
async function isOver(path: string): Promise<void> {
  await expect.poll(() => agent.listeners(path)).toBe(0);
  const { cause } = await hear("/nowhere", {});
  expect(cause).toBe("complete");
}

describe("what is recorded takes no memory for its size:", () => {
  test("200 MB in a bomb of gzip", async () => {
    const { file, cause, grown } = await hear("/bomb", {});
    expect(cause).toBe("complete");
    expect(statSync(file).size).toBeGreaterThan(BOMB_BYTES);
    expect(grown).toBeLessThan(MAY_GROW);
    await isOver("/bomb");
  });

  test.each(["/line", "/flood"])("%s, which does not end", async (path) => {
    const limited = await hear(path, { maxBodyBytes: 128 * MB });
    expect(limited.cause).toBe("limit");
    expect(statSync(limited.file).size).toBeGreaterThan(128 * MB);
    expect(limited.grown).toBeLessThan(MAY_GROW);
    await isOver(path);

    const stopped = await hear(path, { records: 20 });
    expect(stopped.cause).toBe("aborted");
    await isOver(path);
  });

  test("a card that does not end", async () => {
    const before = process.memoryUsage.rss();
    const { card, tried } = await connect(library, {
      address: `${agent.url}/endless/.well-known/agent-card.json`,
    });
    expect(card).toBeNull();
    expect(tried[0]?.outcome).toMatch(/longer than 10 MB, Loupe's limit “Agent card size”/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(MAY_GROW);
  });
});

test.each(["/keys", "/levels"])("%s is recorded, read and judged", async (path) => {
  const ingest = createLintingIngest();
  const { cause } = await hear(path, { observe: (record) => ingest.push(record) });
  expect(cause).toBe("complete");
  const { timeline } = ingest;
  expect(getVerdictAt(timeline, timeline.lastEvent).kind).toBe("completed");
  expect(timeline.tasks).toHaveLength(1);
});
