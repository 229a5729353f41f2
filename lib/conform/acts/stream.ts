/** Evaluates the assertions of ACTS on the events of a stream. */

import { isObject } from "../../protocol/json.ts";
import { type ActsFailure, evaluateAssertion, findFirst } from "./assertions.ts";
import type { StreamAssertions } from "./document.ts";

/** The kinds of events, by the names that the files and the wire have for them. */
const KINDS: Readonly<Record<string, string>> = {
  task: "task",
  message: "message",
  status_update: "status_update",
  statusUpdate: "status_update",
  artifact_update: "artifact_update",
  artifactUpdate: "artifact_update",
};

/**
 * An event as files describe it: by its members, and by its kind. An event of no kind stays as it is:
 * that of a raw step is an envelope.
 */
export function toEventView(event: unknown): unknown {
  if (!isObject(event)) return event;
  const [[key, content] = ["", undefined], ...others] = Object.entries(event);
  const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
  if (kind === undefined || others.length > 0 || !isObject(content)) return event;
  return { ...content, [kind]: content };
}

const TERMINAL = [
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
];

export function evaluateStream(
  expected: StreamAssertions,
  events: readonly unknown[],
): ActsFailure | null {
  const views = events.map(toEventView);
  const { min_count: min = 0, max_count: max = Number.POSITIVE_INFINITY } = expected;
  if (views.length < min) return failCount(`at least ${min}`, views.length);
  if (views.length > max) return failCount(`at most ${max}`, views.length);
  const { ordering, events: some = [], final_event: final, each_event: each } = expected;
  return (
    (ordering === undefined ? null : findRegression(views)) ??
    findFirst(some, (one, position) => evaluateEvent(one, position, views)) ??
    (final === undefined ? null : evaluateAssertion(final, views.at(-1), "final_event")) ??
    (each === undefined ? null : evaluateEach(each, views))
  );
}

function failCount(expected: string, count: number): ActsFailure {
  const message = `The stream has ${count} events; expected ${expected}.`;
  return { message, path: "events", expected, actual: String(count) };
}

function evaluateEach(each: unknown, views: readonly unknown[]): ActsFailure | null {
  // An assertion that read nothing did not hold.
  if (views.length === 0) return failCount("an event", 0);
  return findFirst(views, (view, i) => evaluateAssertion(each, view, `events[${i}]`));
}

type EventAssertion = NonNullable<StreamAssertions["events"]>[number];

function evaluateEvent(
  { description, match, index, ...assertion }: EventAssertion,
  position: number,
  views: readonly unknown[],
): ActsFailure | null {
  if (match === "any_position" && index === undefined) {
    if (views.some((view) => evaluateAssertion(assertion, view) === null)) return null;
    const message = `No event of ${views.length} is: ${description ?? JSON.stringify(assertion)}.`;
    return { message, path: "events[*]", expected: JSON.stringify(assertion) };
  }
  const at = index ?? position;
  return evaluateAssertion(assertion, views[at], `events[${at}]`);
}

/** States may repeat, but a finished task stays as it is, and no task is submitted again. */
function findRegression(views: readonly unknown[]): ActsFailure | null {
  let before: string | null = null;
  return findFirst(views, (view, i) => {
    const status = isObject(view) ? view.status : undefined;
    const state = isObject(status) && typeof status.state === "string" ? status.state : null;
    if (state === null || state === before) return null;
    const last = before;
    before = state;
    if (last === null) return null;
    if (state !== "TASK_STATE_SUBMITTED" && !TERMINAL.includes(last)) return null;
    return {
      message: `Event ${i} says ${state} behind ${last}.`,
      path: `events[${i}].status.state`,
      expected: `no ${state} behind ${last}`,
      actual: state,
    };
  });
}
