/** The names of what a diff can ignore, for people; some are called otherwise in JSON. */

import { DIFF_ASPECTS, type DiffAspect } from "./differences.ts";

const ASPECTS_BY_NAME: ReadonlyMap<string, DiffAspect> = new Map([
  ["tool-state", "tool state"],
  ["event-count", "pieces"],
  ["problems", "findings"],
]);

const NAMES_BY_ASPECT = new Map([...ASPECTS_BY_NAME].map(([name, aspect]) => [aspect, name]));

export const DIFF_ASPECT_NAMES: readonly string[] = DIFF_ASPECTS.map(
  (aspect) => NAMES_BY_ASPECT.get(aspect) ?? aspect,
);

/** Accepts both names; `null` if there is no such aspect. */
export function findDiffAspect(name: string): DiffAspect | null {
  return ASPECTS_BY_NAME.get(name) ?? DIFF_ASPECTS.find((aspect) => aspect === name) ?? null;
}
