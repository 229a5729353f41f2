/**
 * Orders recordings by how much they tell beside a run: the last good run of the same message first, then
 * runs of the same agent and message, of the message, of the agent, and all others.
 */

import type { RecordingSummary } from "../api/api-types.ts";
import { isFailure } from "../lint/verdict/verdict-words.ts";
import { getAgentLabel } from "./recordings.ts";

export interface CompareCandidate {
  readonly recording: RecordingSummary;
  /** What it has in common with the run. */
  readonly relation: CompareRelation;
}

export const COMPARE_RELATIONS = [
  "last-good",
  "same",
  "same-message",
  "same-agent",
  "other",
] as const;
export type CompareRelation = (typeof COMPARE_RELATIONS)[number];

/**
 * Recordings in which nothing was sent have nothing to compare. `list`: last changed first. `run`: the
 * recording of the run; `null` if it has none.
 */
export function listCandidates(
  list: readonly RecordingSummary[],
  run: RecordingSummary | null,
): readonly CompareCandidate[] {
  const lastGood = run && findLastGoodRun(list, run);
  const found = list
    .filter((one) => one.id !== run?.id && !isEmpty(one))
    .map((recording): CompareCandidate => {
      const relation = recording === lastGood ? "last-good" : getRelation(recording, run);
      return { recording, relation };
    });
  const rank = ({ relation }: CompareCandidate) => COMPARE_RELATIONS.indexOf(relation);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** The last run of the same message to the same agent, of any version, that ended well. */
export function findLastGoodRun(
  list: readonly RecordingSummary[],
  run: RecordingSummary,
): RecordingSummary | null {
  const isGood = ({ verdict }: RecordingSummary) => verdict?.clean === true && !isFailure(verdict);
  const isOther = ({ id }: RecordingSummary) => id !== run.id;
  return (
    list.find((one) => isOther(one) && getRelation(one, run) === "same" && isGood(one)) ?? null
  );
}

/** Whether it has nothing but look-ups of a card: only calls have a version. */
const isEmpty = ({ facts }: RecordingSummary): boolean =>
  facts !== null && facts.turns === 0 && facts.versions.length === 0;

function getRelation(recording: RecordingSummary, run: RecordingSummary | null): CompareRelation {
  if (run === null) return "other";
  const { firstMessage } = run;
  const isSameMessage = firstMessage !== null && recording.firstMessage === firstMessage;
  const isSameAgent = getAgentIdentity(recording) === getAgentIdentity(run);
  if (isSameMessage) return isSameAgent ? "same" : "same-message";
  return isSameAgent ? "same-agent" : "other";
}

/** Without the version, so that versions can be compared. */
function getAgentIdentity({ facts, name }: RecordingSummary): string {
  return facts?.agent ?? getAgentLabel(name);
}
