/**
 * The long test of texts that are expensive for redaction and masking: each in two sizes, the larger
 * of megabytes. Processor time must grow linearly. Prints figures as JSON.
 */

import { makeHostileTexts, makeProse, recordAnswer } from "../fixtures/hostile-texts.ts";
import { chooseSecret, mask, redact } from "./redact-input.ts";

const SMALL_SIZE = 1 << 19;
const SIZE_FACTOR = 4;
/** Linear work takes 4 times as long for the longer text, quadratic work 16 times. */
const MAX_FACTOR = 10;
/** Shorter times measure the engine rather than the text. */
const MIN_MS = 100;
const READ_BYTES = 1 << 16;

const makeTexts = (size: number) => ({ ...makeHostileTexts(size), prose: makeProse(size) });

interface Measured {
  readonly ms: number;
  readonly broken: string | null;
}

function measure(work: () => string | null): Measured {
  const before = process.cpuUsage();
  const broken = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: Math.round((user + system) / 1000), broken };
}

function redactText(name: string, text: string): string | null {
  const { found, broken } = redact(recordAnswer(text));
  if (broken !== null || name !== "prose" || found.length === 0) return broken;
  return `${found.length} secrets were found in prose`;
}

function maskText(text: string): string | null {
  const secret = chooseSecret(text);
  return mask(text, secret, READ_BYTES).includes(secret) ? "a secret is left" : null;
}

function compare(name: string, work: string, small: Measured, large: Measured) {
  const isInProportion = large.ms <= Math.max(MIN_MS, small.ms) * MAX_FACTOR;
  const broken = small.broken ?? large.broken;
  const ms = [small.ms, large.ms];
  return { name, work, ms, broken, kept: isInProportion && broken === null };
}

const large = makeTexts(SMALL_SIZE * SIZE_FACTOR);
const found = [];
for (const [name, text] of Object.entries(makeTexts(SMALL_SIZE))) {
  const longer = new Map(Object.entries(large)).get(name) ?? "";
  const redacted = [text, longer].map((it) => measure(() => redactText(name, it)));
  const masked = [text, longer].map((it) => measure(() => maskText(it)));
  for (const [work, [one, other]] of Object.entries({ redact: redacted, mask: masked })) {
    if (!one || !other) continue;
    const figures = compare(name, work, one, other);
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    found.push(figures);
  }
}
console.log(
  JSON.stringify(
    { test: "hostile", bytes: [SMALL_SIZE, SMALL_SIZE * SIZE_FACTOR], texts: found },
    null,
    2,
  ),
);
process.exitCode = found.every(({ kept }) => kept) ? 0 : 1;
