/** Formats the message of a problem: its rule's message, with the state that was sent. */

import { describeForeignState, getForeignState } from "../protocol/state-names.ts";
import { type Entry, OrderIssue, type Timeline } from "../timeline/timeline.ts";
import type { ProblemEvidence } from "./problem-history.ts";
import type { Rule } from "./rules/rule.ts";

const UNKNOWN_STATE = "DM-STATE-UNKNOWN";
const IF_WHOLE = ", if this is the whole response.";
const SPELLED_STATE = "DM-STATE-SPELL";

/** The message of a problem whose first evidence is `shown`. */
export function formatProblemMessage(
  timeline: Timeline,
  rule: Rule,
  shown: ProblemEvidence | undefined,
): string {
  const exchange = timeline.exchangeById.get(shown?.exchange ?? "");
  const message = chooseMessage(rule, exchange?.isAlone ?? false);
  if (!shown || shown.event < 0 || !isAboutState(rule)) return message;
  return addSentState(rule, message, findSentState(timeline, shown.event));
}

/** The same for the row of an entry. */
export function formatEntryMessage(rule: Rule, entry: Entry): string {
  const message = chooseMessage(rule, entry.isAlone);
  const sent = entry.kind === "state" ? entry.transition.rawState : null;
  return isAboutState(rule) ? addSentState(rule, message, sent) : message;
}

function chooseMessage({ message, alone }: Rule, isAlone: boolean): string {
  if (!isAlone || alone === undefined) return message;
  return alone === true ? message.replace(/\.$/, IF_WHOLE) : alone;
}

function isAboutState({ id: rule }: Rule): boolean {
  return rule === UNKNOWN_STATE || rule === SPELLED_STATE;
}

/** The state that an event sent; `null` if the event did not change its task. */
function findSentState({ events, entries, tasks }: Timeline, event: number): string | null {
  if (events.orderIssues.at(event) & OrderIssue.Delivered) return null;
  const task = tasks[entries[events.entry.at(event)]?.task ?? -1];
  return task?.rawStates.at(event) ?? null;
}

function addSentState({ id: rule }: Rule, message: string, rawState: string | null): string {
  if (rawState === null) return message;
  const foreign = getForeignState({ state: "unknown", rawState });
  const sentence = message.replace(/\.$/, "");
  if (foreign === null) return `${sentence}: “${rawState}”.`;
  const word = `“${foreign}”, ${describeForeignState(rawState)}`;
  return rule === UNKNOWN_STATE ? `${sentence}: ${word}.` : message;
}
