/** How a grade differs from an earlier one of the same agent. */

import { type Grade, getResultKey } from "./grade.ts";
import type { ConformStatus } from "./judgement.ts";

export interface ChangedResult {
  readonly id: string;
  readonly title: string;
  readonly interface: string | null;
  /** `null` if the grade has no such result: a rule that is kept has none. */
  readonly before: ConformStatus | null;
  readonly after: ConformStatus | null;
}

/** The results whose status changed, in the order of the newer grade; those that are gone come last. */
export function compareGrades(
  before: Pick<Grade, "results">,
  after: Pick<Grade, "results">,
): readonly ChangedResult[] {
  const old = new Map(before.results.map((one) => [getResultKey(one), one]));
  const now = new Map(after.results.map((one) => [getResultKey(one), one]));
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): ChangedResult[] => {
    const [left, right] = [old.get(key), now.get(key)];
    const shown = right ?? left;
    if (!shown || left?.status === right?.status) return [];
    const { id, title, interface: where } = shown;
    return [
      {
        id,
        title,
        interface: where,
        before: left?.status ?? null,
        after: right?.status ?? null,
      },
    ];
  });
}
