// The short form of `npm run soak -- --only hostile`.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHostileTexts, makeProse, recordAnswer } from "../fixtures/hostile-texts.ts";
import { chooseSecret, mask, redact } from "./redact-input.ts";
import { StepCounter } from "./step-counter.ts";

const SIZE = 4096;
const TIMES = 4;
/** Linear work takes 4 times the steps for the longer text, quadratic work 16 times. */
const MOST_TIMES = 8;
const READ = 1000;
const ABSENT = "sk-A1b2/C3d4+E5f6 G7h8";

const counter = new StepCounter();
afterAll(() => counter.close());

const small = Object.entries(makeHostileTexts(SIZE));
const large = makeHostileTexts(SIZE * TIMES);
const CASES = [
  ...small.map(([name, text]) => [name, text, large[name] ?? ""] as const),
  ["prose", makeProse(SIZE), makeProse(SIZE * TIMES)] as const,
];

// Warm-up: one-time work must not count as growth.
beforeAll(() => {
  redact(recordAnswer(`password=hunter2-and-more ${makeProse(100)}`));
  mask(makeProse(100), ABSENT, READ);
});

const compare = (work: (text: string) => void, text: string, longer: string) =>
  counter.count(() => work(longer)) / counter.count(() => work(text));

describe("a text of", () => {
  test.each(CASES)("%s is redacted in linear time", (_, text, longer) => {
    const work = (it: string) => expect(redact(recordAnswer(it)).broken).toBeNull();
    expect(compare(work, text, longer)).toBeLessThan(MOST_TIMES);
  });

  test.each(CASES)("%s is masked in linear time", (_, text, longer) => {
    const secret = chooseSecret(text);
    const work = (it: string) => expect(mask(it, secret, READ)).not.toContain(secret);
    expect(compare(work, text, longer)).toBeLessThan(MOST_TIMES);
  });
});

test("prose is unchanged, byte for byte", () => {
  const prose = makeProse(SIZE);
  const records = recordAnswer(prose);
  expect(redact(records)).toEqual({ found: [], broken: null });
  expect(mask(prose, ABSENT, READ)).toBe(prose);
});

test("quadratic work is detected by its steps", () => {
  const square = (text: string) => {
    let same = 0;
    for (const one of text) for (const other of text) if (one === other) same++;
    return same;
  };
  const ratio = compare(square, "a".repeat(50), "a".repeat(50 * TIMES));
  expect(ratio).toBeGreaterThan(MOST_TIMES);
});
