/**
 * Tracker of token usage as reported by agents. A model response is reported once or repeatedly
 * while it grows; the newest report of each response counts.
 */

import { isObject } from "../protocol/json.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { Item } from "./item.ts";

export interface TokenCounts {
  readonly prompt: number;
  readonly output: number;
  readonly total: number;
}

interface TokenUsage {
  readonly all: TokenCounts;
  /** By index of the task; −1 for usage without a task. */
  readonly tasks: ReadonlyMap<number, TokenCounts>;
}

interface TokenTotal extends TokenCounts {
  readonly firstEvent: number;
}

/** One response of a model. */
interface ModelResponse {
  tokens: TokenCounts;
  readonly task: number;
}

const NO_TOKENS: TokenCounts = { prompt: 0, output: 0, total: 0 };

export class TokenUsageTracker {
  readonly #all: TokenTotal[] = [];
  readonly #byTask = new Map<number, TokenTotal[]>();
  readonly #responses = new Map<Item, ModelResponse>();
  /** The newest response of each task, until something else comes. */
  readonly #newest = new Map<number, { answer: ModelResponse; speaker: string | null }>();

  /** Adds the report of an item; the same item is the same response. */
  addReport(
    item: Item,
    task: number,
    ordinal: number,
    tokens: TokenCounts,
    speaker: string | null,
  ): void {
    const known = this.#responses.get(item);
    if (known) return this.#setTokens(known, tokens, ordinal);
    const newest = this.#newest.get(task);
    // A response of text and calls is sent in parts, each with the report of the whole.
    const isSameAnswer =
      newest !== undefined &&
      speaker !== null &&
      newest.speaker === speaker &&
      isSameCount(newest.answer.tokens, tokens);
    const answer: ModelResponse = isSameAnswer ? newest.answer : { tokens: NO_TOKENS, task };
    this.#responses.set(item, answer);
    this.#newest.set(task, { answer, speaker });
    this.#setTokens(answer, tokens, ordinal);
  }

  /** Ends the response when a tool returns; the next output is another response. */
  endResponse(task: number): void {
    this.#newest.delete(task);
  }

  /** Removes the report of an item that was merged into another. */
  removeReport(item: Item, ordinal: number): void {
    const answer = this.#responses.get(item);
    if (answer) this.#setTokens(answer, NO_TOKENS, ordinal);
  }

  /** The usage reported up to event `n`; `null` if there is none. */
  usageAt(n: number): TokenUsage | null {
    const all = findTotalAt(this.#all, n);
    if (!all) return null;
    const tasks = new Map<number, TokenCounts>();
    for (const [task, sums] of this.#byTask) {
      const sum = findTotalAt(sums, n);
      if (sum) tasks.set(task, sum);
    }
    return { all, tasks };
  }

  #setTokens(answer: ModelResponse, tokens: TokenCounts, ordinal: number): void {
    const { tokens: before, task } = answer;
    if (isSameCount(before, tokens)) return;
    answer.tokens = tokens;
    let ofTask = this.#byTask.get(task);
    if (!ofTask) {
      ofTask = [];
      this.#byTask.set(task, ofTask);
    }
    for (const sums of [this.#all, ofTask]) {
      const last = sums[sums.length - 1] ?? NO_TOKENS;
      sums.push({
        firstEvent: ordinal,
        prompt: last.prompt - before.prompt + tokens.prompt,
        output: last.output - before.output + tokens.output,
        total: last.total - before.total + tokens.total,
      });
    }
  }
}

function findTotalAt(sums: readonly TokenTotal[], n: number): TokenCounts | null {
  const sum = sums[countUpToEvent(sums, n) - 1];
  return sum ? { prompt: sum.prompt, output: sum.output, total: sum.total } : null;
}

function isSameCount(a: TokenCounts, b: TokenCounts): boolean {
  return a.prompt === b.prompt && a.output === b.output && a.total === b.total;
}

const PROMPT_KEYS = ["promptTokenCount", "prompt_token_count", "prompt_tokens", "input_tokens"];
const OUTPUT_KEYS = [
  "candidatesTokenCount",
  "candidates_token_count",
  "completion_tokens",
  "output_tokens",
];
const TOTAL_KEYS = ["totalTokenCount", "total_token_count", "total_tokens"];
const CAMEL_CASE_KEYS = {
  prompt: ["promptTokens", "inputTokens"],
  output: ["completionTokens", "outputTokens"],
  total: ["totalTokens"],
};

/** Reads a token report in any format: an object, JSON text, or a text dump. */
export function readUsage(value: unknown): TokenCounts | null {
  const given = typeof value === "string" ? parseUsageText(value) : value;
  if (!isObject(given)) return null;
  const prompt = findCount(given, [...PROMPT_KEYS, ...CAMEL_CASE_KEYS.prompt]);
  const output = findCount(given, [...OUTPUT_KEYS, ...CAMEL_CASE_KEYS.output]);
  const total = findCount(given, [...TOTAL_KEYS, ...CAMEL_CASE_KEYS.total]);
  if (prompt === null && output === null && total === null) return null;
  const sum = (prompt ?? 0) + (output ?? 0);
  return { prompt: prompt ?? 0, output: output ?? 0, total: total ?? sum };
}

function findCount(
  from: { readonly [key: string]: unknown },
  keys: readonly string[],
): number | null {
  for (const key of keys) {
    const value = Object.hasOwn(from, key) ? from[key] : undefined;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return null;
}

const MAX_DUMP_LENGTH = 10_000;

function parseUsageText(text: string): unknown {
  if (text.length > MAX_DUMP_LENGTH) return null;
  try {
    return JSON.parse(text);
  } catch {
    const found = [...text.matchAll(/(?:^|[\s(,])(\w{1,40})=(\d{1,15})(?=$|[\s),])/g)];
    return Object.fromEntries(found.map(([, key, count]) => [key, Number(count)]));
  }
}
