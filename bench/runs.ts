/**
 * The library with 1,000 to 100,000 recordings: what a page waits for when it lists and searches them,
 * and the memory that the server needs. Each size is measured in two processes, one after the other:
 * `coldListMs` is the first list of the first, which knows nothing yet; everything else is of the
 * second.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Library } from "../lib/server/library.ts";
import { IndexFile } from "../lib/server/search/index-file.ts";
import { INDEXED_BY } from "../lib/server/search/search-index.ts";
import { readSettings } from "../lib/server/settings.ts";
import { computeMedian, computeQuantile, printResult, round } from "./measure.ts";

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 5;
const AGENTS = ["weather", "travel", "billing", "search", "planner"];
const TAGS = ["nightly", "regression", "v1.0", "staging"];
const KINDS = ["completed", "failed", "ended-while-working"];
const ENTRIES_AT_ONCE = 500;

const QUERIES = {
  name: "checkout-run-77",
  tag: "regression",
  agent: "billing",
  verdict: "failed",
  missing: "nowhere-to-be-found",
};

function createId(index: number): string {
  const day = String((index % 28) + 1).padStart(2, "0");
  return `202601${day}-000000-${index.toString(36).padStart(6, "0")}`;
}

function createLog(id: string, index: number): string {
  const url = `http://${AGENTS[index % AGENTS.length]}.example/`;
  const part = { kind: "text", text: `Message ${index}` };
  const message = { kind: "message", role: "user", messageId: "m", parts: [part] };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "message/send",
    params: { message },
  });
  return [
    { r: "loupe", version: 1, id, at: "2026-01-01T00:00:00.000Z", by: "bench", name: url },
    { r: "open", x: "x", t: 0, method: "POST", url, headers: [], body },
    { r: "end", x: "x", t: 9, cause: "complete" },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

/** Every third has a name and a tag. All are analyzed. */
async function createLibrary(data: string, recordings: number): Promise<void> {
  const folder = join(data, "recordings");
  mkdirSync(folder);
  const at = "2026-01-01T00:00:01.000Z";
  const index = new IndexFile(join(data, "search.index"), INDEXED_BY);
  const waiting: Promise<void>[] = [];
  for (let i = 0; i < recordings; i++) {
    const id = createId(i);
    const log = createLog(id, i);
    writeFileSync(join(folder, `${id}.jsonl`), log);
    if (i % 3 === 0) {
      const name = { a: "name", at, name: `checkout-run-${i}` };
      const tags = { a: "tags", at, add: [TAGS[i % TAGS.length]], remove: [] };
      const lines = `${JSON.stringify(name)}\n${JSON.stringify(tags)}\n`;
      writeFileSync(join(folder, `${id}.about.jsonl`), lines);
    }
    const kind = KINDS[i % KINDS.length] ?? "";
    const agent = AGENTS[i % AGENTS.length] ?? null;
    waiting.push(
      index.append(id, log.length, {
        facts: {
          agent,
          agentVersion: "1.0",
          turns: 1,
          isOpen: false,
          durationMs: 1000 + i,
          tokens: null,
          errors: 0,
          warnings: 0,
          firstError: kind === "completed" ? null : kind,
          dialects: [],
          versions: ["1.0"],
        },
        turns: [],
        verdict: { kind, clean: kind === "completed", because: kind, endedBy: "agent" },
        text: `Message ${i}`,
        places: [{ row: 0, event: null, kind: "message" }],
      }),
    );
    if (waiting.length === ENTRIES_AT_ONCE) await Promise.all(waiting.splice(0));
  }
  await Promise.all(waiting);
}

async function measureTimes(run: () => unknown): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let i = -2; i < ROUNDS; i++) {
    const from = performance.now();
    await run();
    if (i >= 0) times.push(performance.now() - from);
  }
  return { p50: round(computeMedian(times)), p95: round(computeQuantile(times, 0.95)) };
}

const readMegabytes = () => {
  globalThis.gc?.();
  return round(process.memoryUsage.rss() / 1e6);
};

async function measure(data: string, recordings: number) {
  const before = readMegabytes();
  const library = new Library(readSettings({ LOUPE_DATA: data }));
  const from = performance.now();
  const state = await library.recordings.catalog.getState();
  const firstListMs = round(performance.now() - from);
  if (state.total !== recordings) throw new Error("recordings were lost");
  const responseMegabytes = round(JSON.stringify(state).length / 1e6);
  const list = await measureTimes(async () =>
    JSON.stringify(await library.recordings.catalog.getState()),
  );
  const search: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(QUERIES)) {
    const { hits } = await library.recordings.catalog.search(query);
    search[name] = {
      hits: hits.length,
      ...(await measureTimes(() => library.recordings.catalog.search(query))),
    };
  }
  return {
    recordings,
    firstListMs,
    list,
    responseMegabytes,
    search,
    memoryMegabytes: { before, after: readMegabytes() },
  };
}

function measureInProcess(data: string, size: number): Awaited<ReturnType<typeof measure>> {
  const script = [fileURLToPath(import.meta.url), data, String(size)];
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", ...script], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

const [folder, count] = process.argv.slice(2);
if (folder !== undefined) {
  console.log(JSON.stringify(await measure(folder, Number(count))));
} else {
  const sizes: unknown[] = [];
  for (const size of SIZES) {
    const data = mkdtempSync(join(tmpdir(), "loupe-bench-"));
    try {
      await createLibrary(data, size);
      const { firstListMs: coldListMs } = measureInProcess(data, size);
      sizes.push({ coldListMs, ...measureInProcess(data, size) });
    } finally {
      rmSync(data, { recursive: true });
    }
  }
  printResult({ bench: "runs", sizes });
}
