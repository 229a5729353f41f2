/**
 * The plan that does again what the user did by hand to the calls of a run.
 *
 * Guarantees: a step names the event by its number, the operation, and the agent if the run has several;
 * what was done in one exchange alone is done once. Waiting for the user is not part of it.
 */

import { parseJson } from "../json/exact-json.ts";
import { isObject } from "../protocol/json.ts";
import { isEditByHand } from "../timeline/edits.ts";
import type { RecordedEdit, Timeline } from "../timeline/timeline.ts";

type Step = Readonly<Record<string, unknown>>;

/** Steps as a plan file has them. */
export interface EditPlan {
  readonly steps: readonly Step[];
}

export function createEditPlan(timeline: Timeline): EditPlan {
  const targets = new Set(timeline.exchanges.map(({ open }) => open.record.hop?.target));
  /** The exchanges in which each step was done, by its text. */
  const found = new Map<string, { readonly step: Step; readonly exchanges: Set<number> }>();
  for (const one of timeline.edits) {
    const step = createStep(timeline, one, targets.size > 1);
    if (!step) continue;
    const key = JSON.stringify(step);
    const { exchanges } = found.get(key) ?? { exchanges: new Set() };
    found.set(key, { step, exchanges: exchanges.add(one.exchange) });
  }
  return {
    steps: [...found.values()].map(({ step: { isOnce, ...step }, exchanges }) =>
      isOnce === true && exchanges.size === 1 ? { ...step, once: true } : step,
    ),
  };
}

/** `isOnce`: it was done to one event, and says nothing about others. */
function createStep(
  { exchanges }: Timeline,
  { exchange: index, record }: RecordedEdit,
  namesHop: boolean,
): Step | null {
  const { do: action, event, members = "{}" } = record;
  if (!isEditByHand(record)) return null;
  const given = parseJson(members);
  const exchange = exchanges[index];
  if (!isObject(given) || !exchange) return null;
  // It was set as a step, with a condition of its own.
  if (isObject(given.when)) return { when: given.when, do: action, ...given };
  const { hop } = exchange.open.record;
  const operation = exchange.request?.operation;
  const when = {
    ...(namesHop && hop && { hop: hop.target }),
    ...(operation && { operation }),
    ...(event > 0 && { event }),
  };
  return { when, do: action, ...given, isOnce: true };
}
