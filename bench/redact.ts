/**
 * What redaction adds to an export of a run with many distinct values, each export in a process of
 * its own: time and peak memory relative to the export without it. Also the throughput of masking.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "../bin/export.ts";
import { ENCODERS } from "../fixtures/encoders.ts";
import { makeAddresses, makeProse } from "../fixtures/hostile-texts.ts";
import { SecretMatcher } from "../lib/secrets/secret-matcher.ts";
import { maskBytes } from "../lib/server/masking/mask-stream.ts";
import { computeMedian, printResult, race, round } from "./measure.ts";

const ROUNDS = 3;
const ADDRESSES = 30_000;
const MAILED = 33_000;
/** Values in one encoding; four times as many show whether the cost is linear. */
const ENCODED_SIZES = [2_000, 8_000];
const WORDS_PER_EVENT = 10;
const MASKED_BYTES = 1 << 24;
const READ_BYTES = 1 << 16;

const SPELLINGS: typeof ENCODERS = {
  plain: String,
  "\\u": ENCODERS["\\u"] ?? String,
  "\\x": (text) => Array.from(text, (char) => `\\x${char.charCodeAt(0).toString(16)}`).join(""),
  percent: ENCODERS["percent throughout"] ?? String,
  html: ENCODERS["html numbers"] ?? String,
  base64: ENCODERS.base64 ?? String,
};

/** An event stream whose tokens contain the words. */
function createStream(words: readonly string[]): string {
  const lines: object[] = [
    { r: "loupe", version: 1, id: "bench", at: null, by: "bench", name: "bench" },
    { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.example/", headers: [], body: "{}" },
    { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", "text/event-stream"]] },
  ];
  for (let at = 0; at < words.length; at += WORDS_PER_EVENT) {
    const parts = [{ kind: "text", text: `${words.slice(at, at + WORDS_PER_EVENT).join(" ")} ` }];
    const artifact = { artifactId: "a1", parts };
    const result = { kind: "artifact-update", taskId: "t1", contextId: "c1", artifact };
    const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
    lines.push({ r: "data", x: "x1", t: 2 + at, text });
  }
  lines.push({ r: "end", x: "x1", t: 3 + words.length, cause: "complete" });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** One response with one text. */
function createResponse(text: string): string {
  const body = JSON.stringify({ result: { parts: [{ kind: "text", text }] } });
  return [
    { r: "loupe", version: 1, id: "bench", at: null, by: "bench", name: "bench" },
    { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.example/", headers: [], body: "{}" },
    { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", "application/json"]] },
    { r: "data", x: "x1", t: 2, text: body },
    { r: "end", x: "x1", t: 3, cause: "complete" },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

const createKeys = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `sk-${i.toString(36).padStart(6, "0")}-A1b2C3d4E5f6G7h8`);

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

function measureExport(log: string, options: readonly string[]): Cost {
  const script = [fileURLToPath(import.meta.url), "export", log, ...options];
  const { stdout, stderr } = spawnSync(process.execPath, script, { encoding: "utf8" });
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout);
}

function compareExports(folder: string, content: string, options: readonly string[]) {
  const log = join(folder, "run.jsonl");
  writeFileSync(log, content);
  const without: Cost[] = [];
  const redacted: Cost[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    without.push(measureExport(log, []));
    redacted.push(measureExport(log, options));
  }
  const compare = (of: keyof Cost) => {
    const before = computeMedian(without.map((cost) => cost[of]));
    const after = computeMedian(redacted.map((cost) => cost[of]));
    return { without: round(before), redacted: round(after), ratio: round(after / before) };
  };
  return {
    wallMs: compare("wallMs"),
    cpuMs: compare("cpuMs"),
    peakMegabytes: compare("peakMegabytes"),
  };
}

/** Runs the command in this process, and prints what the process took since it started. */
async function exportLog(log: string, options: readonly string[]): Promise<void> {
  const ignored = { write: () => true };
  const code = await main([log, "--as", "loupe", "-o", `${log}.out`, "--force", ...options], {
    stdin: process.stdin,
    stdout: ignored,
    stderr: ignored,
  });
  if (code !== 0) throw new Error(`export failed with ${code}`);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(
    JSON.stringify({
      wallMs: performance.now(),
      cpuMs: (userCPUTime + systemCPUTime) / 1_000,
      peakMegabytes: maxRSS / 1_024,
    } satisfies Cost),
  );
}

/** Nanoseconds per byte. */
function measureMasking(): Record<string, number> {
  const prose = Buffer.from(makeProse(MASKED_BYTES));
  const tokens = Buffer.from(createStream(makeProse(MASKED_BYTES / 4).split(" ")));
  const measure = (bytes: Buffer, secrets: readonly string[]) => {
    const matcher = new SecretMatcher(secrets);
    const { mask } = race(
      {
        mask: () => {
          for (let at = 0; at < bytes.length; at += READ_BYTES)
            maskBytes(bytes.subarray(at, at + READ_BYTES), matcher, () => "masked");
        },
      },
      5,
      { warmups: 1 },
    );
    return round((mask.cpu * 1e6) / bytes.length);
  };
  return {
    prose1: measure(prose, createKeys(1)),
    prose3: measure(prose, createKeys(3)),
    prose100: measure(prose, createKeys(100)),
    tokens3: measure(tokens, createKeys(3)),
  };
}

const [mode, log = "", ...rest] = process.argv.slice(2);
if (mode === "export") {
  await exportLog(log, rest);
} else {
  const folder = mkdtempSync(join(tmpdir(), "loupe-bench-"));
  try {
    const mails = ["--redact", "--redact-emails"];
    const addresses = makeAddresses(ADDRESSES);
    const kept = compareExports(folder, createStream(addresses.split(" ")), ["--redact"]);
    const stream = compareExports(folder, createStream(makeAddresses(MAILED).split(" ")), mails);
    const response = compareExports(folder, createResponse(makeAddresses(MAILED)), mails);
    const encoded: Record<string, unknown> = {};
    for (const [name, encode] of Object.entries(SPELLINGS)) {
      for (const size of ENCODED_SIZES) {
        const words = createKeys(size).flatMap((key) => [key, encode(key)]);
        encoded[`${name}, ${size}`] = compareExports(folder, createStream(words), ["--redact"]);
      }
    }
    const maskingNsPerByte = measureMasking();
    printResult({
      bench: "redact",
      addressesKept: kept,
      addressesStreamed: stream,
      addressesInOneText: response,
      encoded,
      maskingNsPerByte,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
