/** Analyzes the file of a log. */

import { createReadStream } from "node:fs";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { LogAnalysis } from "../../api/library-search.ts";
import { LogAnalyzer } from "../../search/log-analyzer.ts";

/** Only the beginning of a larger log is searched, because analysis needs memory for all of it. */
const MAX_ANALYZED_BYTES = 32e6;
const CHUNK_BYTES = 1 << 16;

/** Reads in pieces, so that what is being recorded meanwhile is not delayed. */
export async function analyzeLog(path: string, bytes: number): Promise<LogAnalysis> {
  const analyzer = new LogAnalyzer();
  const isWhole = bytes <= MAX_ANALYZED_BYTES;
  const end = Math.max(0, Math.min(bytes, MAX_ANALYZED_BYTES) - 1);
  for await (const chunk of createReadStream(path, { end, highWaterMark: CHUNK_BYTES })) {
    analyzer.push(chunk);
    await yieldToOthers();
  }
  return analyzer.end(isWhole);
}
