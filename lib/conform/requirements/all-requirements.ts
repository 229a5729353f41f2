/** The requirement sets of all texts, and which of them an agent is graded against. */

import { parseVersion } from "../../protocol/versions.ts";
import {
  type Requirement,
  type RequirementBinding,
  type RequirementSet,
  SPEC_TEXTS,
  type SpecText,
} from "./requirement.ts";
import { TEXT_0_2_5 } from "./text-0.2.5.ts";
import { TEXT_0_2_6 } from "./text-0.2.6.ts";
import { TEXT_0_3_0 } from "./text-0.3.0.ts";
import { TEXT_1_0_0 } from "./text-1.0.0.ts";
import { TEXT_1_0_1 } from "./text-1.0.1.ts";
import { TEXT_1_1_DRAFT } from "./text-1.1-draft.ts";

export const REQUIREMENT_SETS: Readonly<Record<SpecText, RequirementSet>> = {
  "0.2.5": TEXT_0_2_5,
  "0.2.6": TEXT_0_2_6,
  "0.3.0": TEXT_0_3_0,
  "1.0.0": TEXT_1_0_0,
  "1.0.1": TEXT_1_0_1,
  "1.1-draft": TEXT_1_1_DRAFT,
};

/** The requirements that a check measures; if a binding is given, those of that binding. */
export function getRequirementsOfCheck(
  check: string,
  text: SpecText,
  binding?: RequirementBinding,
): readonly Requirement[] {
  return REQUIREMENT_SETS[text].requirements.filter(
    (requirement) =>
      "checks" in requirement &&
      requirement.checks.includes(check) &&
      appliesTo(requirement, binding),
  );
}

/** The requirements that a violation of a rule breaks, be it of a card or of the wire. */
export function getRequirementsOfRule(
  rule: string,
  text: SpecText,
  binding?: RequirementBinding,
): readonly Requirement[] {
  return REQUIREMENT_SETS[text].requirements.filter(
    (requirement) => requirement.rules?.includes(rule) && appliesTo(requirement, binding),
  );
}

const appliesTo = ({ bindings }: Requirement, binding: RequirementBinding | undefined) =>
  binding === undefined || bindings === undefined || bindings.includes(binding);

/** The text that an agent is graded against, or why there is none. */
export type TextChoice =
  | { readonly text: SpecText; readonly because: string }
  | { readonly text: null; readonly because: string };

/**
 * The text for the version that a card states, unless the user chooses another. A card that states a
 * release gets that one; 1.0 is graded against the newest release of it, because a patch does not
 * change compatibility (§3.6), and what 1.0.0 says differently is a warning. The releases of 0.2 differ
 * in what they require, so a card of 0.2 must state 0.2.5 or 0.2.6.
 */
export function chooseText(stated: string | null): TextChoice {
  const version = stated === null ? null : parseVersion(stated);
  if (stated === null) return { text: null, because: "The card states no version of A2A." };
  if (version === null) {
    return { text: null, because: `The card states ${stated}, which is no version of A2A.` };
  }
  const release = SPEC_TEXTS.find((text) => text === stated.trim());
  if (release !== undefined) return { text: release, because: `The card states ${release}.` };
  switch (version) {
    case "0.3":
      return { text: "0.3.0", because: "0.3.0 is the only text of 0.3." };
    case "1.0":
      return { text: "1.0.1", because: "1.0.1 is the newest text of 1.0." };
    case "1.1":
      return { text: "1.1-draft", because: "1.1 is a draft: its grade is information only." };
    default:
      return {
        text: null,
        because: `There are no requirements for ${stated.trim()}: 0.2.5 is the oldest text that Loupe grades against. Choose a text with --spec.`,
      };
  }
}
