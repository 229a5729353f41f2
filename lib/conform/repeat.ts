/** Combines the results of repeated grades: a result that changes is unstable. */

import { type ConformResult, getResultKey } from "./grade.ts";
import { CONFORM_STATUSES } from "./judgement.ts";

/** The worst result of each check, with the statuses of all repetitions where they differ. */
export function combineRepetitions(runs: readonly (readonly ConformResult[])[]): ConformResult[] {
  const [first = [], ...others] = runs;
  if (others.length === 0) return [...first];
  const byKey = new Map<string, (ConformResult | undefined)[]>();
  for (const [index, results] of runs.entries()) {
    for (const result of results) {
      const key = getResultKey(result);
      const all = byKey.get(key) ?? runs.map(() => undefined);
      all[index] = result;
      byKey.set(key, all);
    }
  }
  return [...byKey.values()].flatMap((all) => {
    const seen = all.filter((one) => one !== undefined);
    const worst = CONFORM_STATUSES.map((status) => seen.find((one) => one.status === status)).find(
      (one) => one !== undefined,
    );
    if (!worst) return [];
    // A rule that only some repetitions break has no result in the others.
    const statuses = all.map((one) => one?.status ?? "pass");
    const isStable = statuses.every((status) => status === statuses[0]);
    return [isStable ? worst : { ...worst, unstable: statuses }];
  });
}
