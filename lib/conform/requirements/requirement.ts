/**
 * What a text of the specification requires of agents, and which check measures it.
 *
 * **Levels.** A requirement is a MUST only where the text says so with that word, or where a MUST
 * refers to the table or the object that defines it. What a text states as a fact, or only in an
 * operation's list of errors, is a SHOULD. What it says twice and differently is at most a SHOULD,
 * with an entry in the ledger of disputes: an agent that follows one of its sentences does not fail.
 */

import type { Binding } from "../../protocol/versions.ts";

/** The texts that Loupe grades against. The draft is information only. */
export const SPEC_TEXTS = ["0.2.5", "0.2.6", "0.3.0", "1.0.0", "1.0.1", "1.1-draft"] as const;
export type SpecText = (typeof SPEC_TEXTS)[number];

export type RequirementLevel = "MUST" | "SHOULD" | "MAY";

export type RequirementBinding = Exclude<Binding, "unknown">;

interface RequirementBase {
  /** Unique in its text, and never reused: `TASK-GET-UNKNOWN`. */
  readonly id: string;
  /** `§7.3`. */
  readonly clause: string;
  readonly level: RequirementLevel;
  /** What an agent does, in one sentence: `Answers an unknown task with TaskNotFoundError`. */
  readonly text: string;
  /** The bindings it is about; all of them if omitted. */
  readonly bindings?: readonly RequirementBinding[];
  /** The rules of the linter that show a violation, for `CARD-RULES` and `WIRE-RULES`. */
  readonly rules?: readonly string[];
  /** The same requirement in the compatibility kit and in ACTS. */
  readonly tck?: readonly string[];
  readonly acts?: readonly string[];
  /** The entry of the ledger, where kit, SDKs and text differ. */
  readonly dispute?: string;
}

/** A requirement that is measured from outside by one check or more, or the reason why it is not. */
export type Requirement = RequirementBase &
  ({ readonly checks: readonly string[] } | { readonly untestable: string });

export interface RequirementSet {
  readonly text: SpecText;
  /** The permanent address of the text. */
  readonly url: string;
  /** False if results are information only. */
  readonly isScored: boolean;
  readonly requirements: readonly Requirement[];
}

export function defineRequirementSet(set: RequirementSet): RequirementSet {
  return Object.freeze({ ...set, requirements: Object.freeze([...set.requirements]) });
}

/** What another text says alike, clause by clause. Throws if that text has no such requirement. */
export function selectRequirements(
  { text, requirements }: RequirementSet,
  ids: readonly string[],
): readonly Requirement[] {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  return ids.map((id) => {
    const found = known.get(id);
    if (!found) throw new Error(`${text} has no requirement ${id}.`);
    return found;
  });
}

/** How a text differs from the one before. */
interface TextChanges {
  /** In place of the requirements with the same ids. */
  readonly changed: readonly Requirement[];
  readonly added: readonly Requirement[];
}

/** Throws if the text before has no requirement to change, or already has one that is added. */
export function applyTextChanges(
  before: RequirementSet,
  { changed, added }: TextChanges,
): readonly Requirement[] {
  const known = new Set(before.requirements.map(({ id }) => id));
  const wrong = [
    ...changed.filter(({ id }) => !known.has(id)),
    ...added.filter(({ id }) => known.has(id)),
  ];
  if (wrong.length > 0) {
    throw new Error(`Not a change of ${before.text}: ${wrong.map(({ id }) => id).join(", ")}.`);
  }
  const replacements = new Map(changed.map((requirement) => [requirement.id, requirement]));
  return [
    ...before.requirements.map((requirement) => replacements.get(requirement.id) ?? requirement),
    ...added,
  ];
}
