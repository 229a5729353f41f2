/**
 * Search in a library of 1,000 and of 10,000 recordings, with the index built from nothing, and
 * compared with SQLite's FTS5 where Node has it (22.13 and later).
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LogAnalyzer } from "../lib/search/log-analyzer.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { computeMedian, computeQuantile, printResult, round } from "./measure.ts";

const SIZES = [1_000, 10_000];
const ROUNDS = 15;
const TURNS = 2;
const TOKENS = 60;

const QUERIES = {
  /** In one recording. */
  rare: "needle",
  /** In all recordings. */
  common: "weather",
  twoWords: "word17 word4711",
  phrase: '"the weather in"',
  partOfWord: "ord123",
  missing: "nowhere-to-be-found",
};

/** The same sequence on every machine. */
function createRandom(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Words as skewed as those of a language. */
const pickWord = (random: () => number) => `word${Math.floor(5_000 * random() ** 3)}`;

function createRecording(id: string, index: number, random: () => number): string {
  const lines: object[] = [
    { r: "loupe", version: 1, id, at: "2026-01-01T00:00:00.000Z", by: "bench", name: "http://a/" },
  ];
  let t = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const x = `x${turn}`;
    const text = `How is the weather in ${pickWord(random)}${index === 500 ? " needle" : ""}?`;
    const message = {
      kind: "message",
      role: "user",
      messageId: `m${turn}`,
      parts: [{ kind: "text", text }],
    };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/stream",
      params: { message },
    });
    lines.push({ r: "open", x, t, method: "POST", url: "http://a/", headers: [], body });
    lines.push({
      r: "head",
      x,
      t: ++t,
      status: 200,
      headers: [["content-type", "text/event-stream"]],
    });
    const ids = { taskId: `t${turn}`, contextId: "c" };
    const send = (event: object) => {
      const data = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { ...ids, ...event } });
      lines.push({ r: "data", x, t: ++t, text: `data: ${data}\n\n` });
    };
    for (let token = 0; token < TOKENS; token++) {
      const words = `${pickWord(random)} ${pickWord(random)} `;
      const artifact = { artifactId: "answer", parts: [{ kind: "text", text: words }] };
      send({ kind: "artifact-update", artifact, append: token > 0 });
    }
    send({ kind: "status-update", status: { state: "completed" }, final: true });
    lines.push({ r: "end", x, t: ++t, cause: "complete" });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function readText(path: string): string {
  const analyzer = new LogAnalyzer();
  analyzer.push(readFileSync(path));
  return analyzer.end(true).text;
}

async function measureTimes(run: () => unknown): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let i = -3; i < ROUNDS; i++) {
    const from = performance.now();
    await run();
    if (i >= 0) times.push(performance.now() - from);
  }
  return { p50: round(computeMedian(times)), p95: round(computeQuantile(times, 0.95)) };
}

async function measureQueries(
  run: (query: string) => unknown,
): Promise<Record<string, { p50: number; p95: number }>> {
  const measured: Record<string, { p50: number; p95: number }> = {};
  for (const [name, query] of Object.entries(QUERIES)) {
    measured[name] = await measureTimes(() => run(query));
  }
  return measured;
}

interface Statement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** `undefined` if Node has none. */
function openDatabase(path: string): Database | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  const sqlite = process.getBuiltinModule?.("node:sqlite" as "node:fs") as unknown as
    | { DatabaseSync: new (path: string) => Database }
    | undefined;
  process.emitWarning = emitWarning;
  return sqlite && new sqlite.DatabaseSync(path);
}

/** The same texts in FTS5: one row per recording, the newest 300 hits with their best excerpt. */
async function measureFts(folder: string, texts: readonly string[], tokenizer: string) {
  const path = join(folder, `${tokenizer}.sqlite`);
  const database = openDatabase(path);
  if (!database) return undefined;
  const from = performance.now();
  database.exec(`CREATE VIRTUAL TABLE runs USING fts5(text, tokenize = '${tokenizer}')`);
  database.exec("BEGIN");
  const insert = database.prepare("INSERT INTO runs(text) VALUES (?)");
  for (const text of texts) insert.run(text);
  database.exec("COMMIT");
  const buildSeconds = round((performance.now() - from) / 1000);
  const ids = database.prepare("SELECT rowid FROM runs WHERE runs MATCH ? ORDER BY rowid DESC");
  const excerpts = database.prepare(
    "SELECT snippet(runs, 0, '[', ']', '…', 24) FROM runs WHERE runs MATCH ? ORDER BY rowid DESC LIMIT 300",
  );
  const toMatch = (query: string) =>
    [...query.matchAll(/"[^"]+"|\S+/g)].map(([term]) => `"${term.replaceAll('"', "")}"`).join(" ");
  const queries = await measureQueries((query) => [
    ids.all(toMatch(query)),
    excerpts.all(toMatch(query)),
  ]);
  database.close();
  return { buildSeconds, megabytes: round(statSync(path).size / 1e6), queries };
}

async function measureSize(recordings: number) {
  const data = mkdtempSync(join(tmpdir(), "loupe-bench-"));
  try {
    const folder = join(data, "recordings");
    mkdirSync(folder);
    const random = createRandom();
    let bytes = 0;
    for (let i = 0; i < recordings; i++) {
      const id = `20260101-000000-${i.toString(36).padStart(6, "0")}`;
      const log = createRecording(id, i, random);
      bytes += log.length;
      writeFileSync(join(folder, `${id}.jsonl`), log);
    }
    const settings = readSettings({ LOUPE_DATA: data });
    const from = performance.now();
    await new Library(settings).recordings.catalog.analyzeAll(() => undefined);
    const buildSeconds = round((performance.now() - from) / 1000);
    const library = new Library(settings);
    const started = performance.now();
    const listed = await library.recordings.catalog.list();
    const firstListMs = round(performance.now() - started);
    if (listed.length !== recordings || listed.some(({ facts }) => facts === null)) {
      throw new Error("recordings were lost");
    }
    const list = await measureTimes(() => library.recordings.catalog.list());
    const search = await measureQueries((query) =>
      library.recordings.searchIndex.search(listed, query),
    );
    const request = await measureQueries((query) => library.recordings.catalog.search(query));
    if ((await library.recordings.catalog.search(QUERIES.rare)).hits.length !== 1)
      throw new Error("nothing was found");
    const texts = listed.map(({ id }) => readText(join(folder, `${id}.jsonl`))).reverse();
    return {
      recordings,
      megabytesOfLogs: round(bytes / 1e6),
      megabytesOfIndex: round(statSync(join(data, "search.index")).size / 1e6),
      buildSeconds,
      firstListMs,
      list,
      search,
      searchWithList: request,
      fts5Words: await measureFts(data, texts, "unicode61"),
      fts5Trigrams: await measureFts(data, texts, "trigram"),
    };
  } finally {
    rmSync(data, { recursive: true });
  }
}

const [small, large] = [await measureSize(SIZES[0] ?? 0), await measureSize(SIZES[1] ?? 0)];

printResult({
  bench: "library",
  sizes: [small, large],
  /** How many times as long a search takes in the large library. */
  growth: Object.fromEntries(
    Object.entries(large.search).map(([name, { p50 }]) => [
      name,
      round(p50 / (small.search[name]?.p50 ?? Number.NaN)),
    ]),
  ),
});
