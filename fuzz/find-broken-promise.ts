/** Checks the promises for an input, and returns the one that is broken. */

import { createCase, type FuzzCase, type FuzzPromise, PROMISES } from "./promises.ts";
import type { RandomSource } from "./random-source.ts";

export interface BrokenPromise {
  readonly promise: string;
  readonly detail: string;
}

const SHARED_PROTOTYPES = [Object, Array, String, Number, Boolean, Function, Map, Set].map(
  ({ prototype }) => prototype as object,
);
const listSharedMembers = () =>
  SHARED_PROTOTYPES.map((one) => Reflect.ownKeys(one).length).join(" ");
const INITIAL_MEMBERS = listSharedMembers();

/**
 * With `draw`, checks one promise in one way, for runs of millions of inputs; without it, checks all
 * promises in all ways. Calls `read` after the input is read and before promises are checked.
 */
export function findBrokenPromise(
  bytes: Uint8Array,
  draw: RandomSource | null,
  read: (one: FuzzCase) => void = () => undefined,
): BrokenPromise | null {
  return checkPromises(bytes, draw, draw ? pickPromises(draw) : PROMISES, read);
}

/** True if the input breaks this promise in any way of trying. */
export function isBroken(bytes: Uint8Array, { promise }: BrokenPromise): boolean {
  const of = PROMISES.filter(({ name }) => promise.endsWith(name));
  return checkPromises(bytes, null, of, () => undefined)?.promise === promise;
}

function checkPromises(
  bytes: Uint8Array,
  draw: RandomSource | null,
  promises: readonly FuzzPromise[],
  read: (one: FuzzCase) => void,
): BrokenPromise | null {
  let promise = "nothing throws: reading";
  try {
    const one = createCase(bytes);
    read(one);
    for (const { name, check } of promises) {
      promise = `nothing throws: ${name}`;
      const detail = check(one, draw);
      if (detail !== null) return { promise: name, detail };
    }
  } catch (error) {
    return { promise, detail: getStack(error) };
  }
  const members = listSharedMembers();
  return members === INITIAL_MEMBERS
    ? null
    : { promise: "no prototype is touched", detail: members };
}

/** Chooses refusals and one more promise, often splits, which most of the reading code affects. */
function pickPromises(draw: RandomSource) {
  const [refusals, splits, ...others] = PROMISES;
  return [refusals, draw.isLucky(0.4) ? splits : (others[draw.below(others.length)] ?? splits)];
}

function getStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = error.stack?.split("\n").slice(0, 8) ?? [];
  return lines.map((line) => line.trim().slice(0, 200)).join(" | ") || error.message;
}
