/**
 * The ACTS test files that the server was started with.
 *
 * Guarantee: no request names a path.
 */

import type { ActsFiles } from "../../api/grading.ts";
import type { GradeRequest } from "../../api/schemas/api-requests.ts";
import type { ActsProfile } from "../../conform/acts/acts-profile.ts";
import { ApiError } from "../http/api-error.ts";
import type { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { loadActs, loadActsProfile } from "./load-acts.ts";

/** `null` if the server was started without. */
export async function describeActsFiles(): Promise<ActsFiles | null> {
  const { actsFolder } = readSettings();
  if (actsFolder === null) return null;
  const suite = await loadActs(actsFolder);
  return typeof suite === "string" ? { problem: suite } : { tests: suite.tests.length };
}

/** The profile that the page asks for. */
export async function openActsFiles(
  library: Library,
  { convention, hasBehaviors, repeats }: NonNullable<GradeRequest["acts"]>,
): Promise<ActsProfile> {
  const { actsFolder } = readSettings();
  if (actsFolder === null) {
    throw new ApiError("bad-request", "Loupe was started without LOUPE_ACTS, the folder of tests.");
  }
  const { report = null } = repeats === undefined ? {} : await library.grades.get(repeats);
  if (repeats !== undefined && report === null) {
    throw new ApiError("bad-request", "Only a report of ACTS can be repeated.");
  }
  const profile = await loadActsProfile(actsFolder, {
    convention,
    behaviors: hasBehaviors ? "all" : null,
    variables: new Map(),
    report,
  });
  if (typeof profile === "string") throw new ApiError("bad-request", profile);
  return profile;
}
