/**
 * Tokens, as far as agents report them. One answer of a model is reported once or, while it grows,
 * again and again: the newest report of an answer is the one that counts.
 */

import { isObject } from "../protocol/json.ts";
import { bornBy } from "../timeline/track.ts";
import type { Item } from "./item.ts";

export interface Tokens {
  readonly prompt: number;
  readonly output: number;
  readonly total: number;
}

export interface Usage {
  readonly all: Tokens;
  /** By index of the task; −1 for what belongs to none. */
  readonly tasks: ReadonlyMap<number, Tokens>;
}

interface Sum extends Tokens {
  readonly birth: number;
}

/** One answer of a model. */
interface Answer {
  tokens: Tokens;
  readonly task: number;
}

const NONE: Tokens = { prompt: 0, output: 0, total: 0 };

export class UsageBook {
  readonly #all: Sum[] = [];
  readonly #ofTask = new Map<number, Sum[]>();
  readonly #answers = new Map<Item, Answer>();
  /** The newest answer of each task, while nothing came between. */
  readonly #newest = new Map<number, { answer: Answer; speaker: string | null }>();

  /** What is reported beside an item; the same item is the same answer. */
  report(item: Item, task: number, ordinal: number, tokens: Tokens, speaker: string | null): void {
    const known = this.#answers.get(item);
    if (known) return this.#change(known, tokens, ordinal);
    const newest = this.#newest.get(task);
    // An answer of text and calls is told in pieces, each with the report of all of it.
    const isSameAnswer =
      newest !== undefined &&
      speaker !== null &&
      newest.speaker === speaker &&
      isSame(newest.answer.tokens, tokens);
    const answer: Answer = isSameAnswer ? newest.answer : { tokens: NONE, task };
    this.#answers.set(item, answer);
    this.#newest.set(task, { answer, speaker });
    this.#change(answer, tokens, ordinal);
  }

  /** A tool answered: whatever the model says next is another answer. */
  next(task: number): void {
    this.#newest.delete(task);
  }

  /** An item turned out to be part of another. */
  forget(item: Item, ordinal: number): void {
    const answer = this.#answers.get(item);
    if (answer) this.#change(answer, NONE, ordinal);
  }

  /** What was reported by event `n`; `null` for nothing. */
  at(n: number): Usage | null {
    const all = sumAt(this.#all, n);
    if (!all) return null;
    const tasks = new Map<number, Tokens>();
    for (const [task, sums] of this.#ofTask) {
      const sum = sumAt(sums, n);
      if (sum) tasks.set(task, sum);
    }
    return { all, tasks };
  }

  #change(answer: Answer, tokens: Tokens, ordinal: number): void {
    const { tokens: before, task } = answer;
    if (isSame(before, tokens)) return;
    answer.tokens = tokens;
    let ofTask = this.#ofTask.get(task);
    if (!ofTask) {
      ofTask = [];
      this.#ofTask.set(task, ofTask);
    }
    for (const sums of [this.#all, ofTask]) {
      const last = sums[sums.length - 1] ?? NONE;
      sums.push({
        birth: ordinal,
        prompt: last.prompt - before.prompt + tokens.prompt,
        output: last.output - before.output + tokens.output,
        total: last.total - before.total + tokens.total,
      });
    }
  }
}

function sumAt(sums: readonly Sum[], n: number): Tokens | null {
  const sum = sums[bornBy(sums, n) - 1];
  return sum ? { prompt: sum.prompt, output: sum.output, total: sum.total } : null;
}

function isSame(a: Tokens, b: Tokens): boolean {
  return a.prompt === b.prompt && a.output === b.output && a.total === b.total;
}

const PROMPT = ["promptTokenCount", "prompt_token_count", "prompt_tokens", "input_tokens"];
const OUTPUT = [
  "candidatesTokenCount",
  "candidates_token_count",
  "completion_tokens",
  "output_tokens",
];
const TOTAL = ["totalTokenCount", "total_token_count", "total_tokens"];
const CAMEL = {
  prompt: ["promptTokens", "inputTokens"],
  output: ["completionTokens", "outputTokens"],
  total: ["totalTokens"],
};

/** A report of tokens in any of its spellings: an object, its JSON as text, or a dump of it. */
export function readUsage(value: unknown): Tokens | null {
  const given = typeof value === "string" ? fromText(value) : value;
  if (!isObject(given)) return null;
  const prompt = numberOf(given, [...PROMPT, ...CAMEL.prompt]);
  const output = numberOf(given, [...OUTPUT, ...CAMEL.output]);
  const total = numberOf(given, [...TOTAL, ...CAMEL.total]);
  if (prompt === null && output === null && total === null) return null;
  const sum = (prompt ?? 0) + (output ?? 0);
  return { prompt: prompt ?? 0, output: output ?? 0, total: total ?? sum };
}

function numberOf(
  from: { readonly [key: string]: unknown },
  keys: readonly string[],
): number | null {
  for (const key of keys) {
    const value = Object.hasOwn(from, key) ? from[key] : undefined;
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  }
  return null;
}

const DUMP_MAX = 10_000;

function fromText(text: string): unknown {
  if (text.length > DUMP_MAX) return null;
  try {
    return JSON.parse(text);
  } catch {
    const found = [...text.matchAll(/(?:^|[\s(,])(\w{1,40})=(\d{1,15})(?=$|[\s),])/g)];
    return Object.fromEntries(found.map(([, key, count]) => [key, Number(count)]));
  }
}
