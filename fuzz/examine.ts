/** Holds the promises against an input, and says which is broken. */

import type { Draw } from "./draw.ts";
import { type Case, caseOf, PROMISES, type Promised } from "./promises.ts";

export interface Breach {
  readonly promise: string;
  readonly detail: string;
}

const SHARED = [Object, Array, String, Number, Boolean, Function, Map, Set].map(
  ({ prototype }) => prototype as object,
);
const membersOf = () => SHARED.map((one) => Reflect.ownKeys(one).length).join(" ");
const MEMBERS = membersOf();

/**
 * With a `draw`, one promise in one way, as is done with a million inputs; without, all of them in
 * all ways. `read` is told once the input was read, before promises are checked.
 */
export function examined(
  bytes: Uint8Array,
  draw: Draw | null,
  read: (one: Case) => void = () => undefined,
): Breach | null {
  return held(bytes, draw, draw ? some(draw) : PROMISES, read);
}

/** Does the input break this promise, in any way of trying? */
export function isBroken(bytes: Uint8Array, { promise }: Breach): boolean {
  const of = PROMISES.filter(({ name }) => promise.endsWith(name));
  return held(bytes, null, of, () => undefined)?.promise === promise;
}

function held(
  bytes: Uint8Array,
  draw: Draw | null,
  promises: readonly Promised[],
  read: (one: Case) => void,
): Breach | null {
  let promise = "nothing throws: reading";
  try {
    const one = caseOf(bytes);
    read(one);
    for (const { name, check } of promises) {
      promise = `nothing throws: ${name}`;
      const detail = check(one, draw);
      if (detail !== null) return { promise: name, detail };
    }
  } catch (error) {
    return { promise, detail: stackOf(error) };
  }
  const members = membersOf();
  return members === MEMBERS ? null : { promise: "no prototype is touched", detail: members };
}

/** One of them: splits most often, which most of what reads has a part in. */
function some(draw: Draw) {
  const [refusals, splits, ...others] = PROMISES;
  return [refusals, draw.isLucky(0.4) ? splits : (others[draw.below(others.length)] ?? splits)];
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = error.stack?.split("\n").slice(0, 8) ?? [];
  return lines.map((line) => line.trim().slice(0, 200)).join(" | ") || error.message;
}
