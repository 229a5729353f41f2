/** The requirements of all texts of the specification, by the check that measures them. */

import type { Requirement, SpecText } from "./requirement.ts";

export function getRequirementsOf(check: string, text: SpecText): readonly Requirement[] {
  return [{ id: check, clause: "§0", level: "MUST", text, checks: [check] }];
}

export function selectSpecText(version: string | null): SpecText | null {
  return version === "0.3" ? "0.3.0" : "1.0.1";
}
