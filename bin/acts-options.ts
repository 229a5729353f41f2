/** The options of `loupe conform` for ACTS test files, and what they load. */

import { join } from "node:path";
import { ACTS_CONVENTION_NAMES, type ActsConventionName } from "../lib/api/grading.ts";
import type { ActsProfile } from "../lib/conform/acts/acts-profile.ts";
import { type ActsReport, createActsReports } from "../lib/conform/acts/report.ts";
import type { Grade } from "../lib/conform/grade.ts";
import { loadActsProfile, loadActsReport, loadBehaviors } from "../lib/server/conform/load-acts.ts";
import { createOption, createTextOption, type OptionValues, UsageError } from "./command-line.ts";
import { openOutput } from "./output-file.ts";

const CONVENTION = createOption<ActsConventionName>(
  "--convention NAME",
  "what ACTS leaves open: loupe (default), or itk for agents written for the runner in a2a-itk",
  "loupe",
  (_, text, name) => {
    const found = ACTS_CONVENTION_NAMES.find((one) => one === text);
    if (!found)
      throw new UsageError(`${name} needs ${ACTS_CONVENTION_NAMES.join(" or ")}, not "${text}"`);
    return found;
  },
);

const VARIABLES = createOption<ReadonlyMap<string, string>>(
  "--variable NAME=VALUE",
  "a variable of the ACTS files, such as insufficientAuthToken",
  new Map(),
  (before, text, name) => {
    const [, variable, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (variable === undefined || value === undefined)
      throw new UsageError(`${name} needs NAME=VALUE`);
    return new Map([...before, [variable, value]]);
  },
);

export const ACTS_OPTIONS = {
  acts: createTextOption(
    "--acts DIR",
    "run the ACTS test files of this folder instead of Loupe's checks",
    "a folder",
  ),
  convention: CONVENTION,
  behaviors: createTextOption(
    "--behaviors FILE",
    "the behaviors (tck-…) that the agent declares; tests that need others are not measured",
    "a file name",
  ),
  variables: VARIABLES,
  configuration: createTextOption(
    "--configuration NAME",
    "with --acts: note in the report that the agent runs in another configuration than usual",
  ),
  actsReport: createTextOption(
    "--acts-report DIR",
    "with --acts: the folder for acts-report-*.json (default: this one)",
    "a folder",
  ),
  report: createTextOption(
    "--report FILE",
    "print an acts-report-*.json; with ADDRESS and --acts, repeat its failed tests and show the recordings",
    "a file name",
  ),
};

export type ActsRequest = OptionValues<typeof ACTS_OPTIONS>;

/** Throws a `UsageError` if the options do not fit together. */
export function checkActsRequest(request: ActsRequest, address: string | undefined): void {
  const { acts, behaviors, configuration, actsReport, report, variables, convention } = request;
  const needing = [
    [behaviors, "--behaviors"],
    [configuration, "--configuration"],
    [actsReport, "--acts-report"],
    [variables.size > 0 || null, "--variable"],
    [convention === "loupe" ? null : convention, "--convention"],
  ] as const;
  const [, name] = needing.find(([value]) => value !== null) ?? [];
  if (acts === null && name !== undefined) throw new UsageError(`${name} needs --acts`);
  if (report !== null && address !== undefined && acts === null) {
    throw new UsageError("--report needs --acts, which has the tests to repeat");
  }
}

/** Resolves to the profile of the files, or to what is wrong with one. */
export async function openActsProfile(
  { acts, convention, behaviors: file, variables }: ActsRequest,
  report: ActsReport | null,
): Promise<ActsProfile | string | null> {
  if (acts === null) return null;
  const behaviors = file === null ? null : await loadBehaviors(file);
  if (typeof behaviors === "string") return behaviors;
  return loadActsProfile(acts, { convention, behaviors, variables, report });
}

export const openActsReport = async ({
  report,
}: ActsRequest): Promise<ActsReport | string | null> =>
  report === null ? null : await loadActsReport(report);

/** Writes a report for each binding. Resolves to their paths, or to what is wrong. */
export async function writeActsReports(
  profile: ActsProfile,
  { at, by }: Grade,
  { actsReport, configuration }: ActsRequest,
): Promise<readonly string[] | string> {
  const paths: string[] = [];
  for (const { name, report } of createActsReports(profile, { at, by, configuration })) {
    const path = join(actsReport ?? ".", name);
    const output = await openOutput(path, { isForced: true, isPrivate: false });
    if (typeof output === "string") return output;
    await output.write(`${JSON.stringify(report, null, 2)}\n`);
    paths.push(path);
  }
  return paths;
}
