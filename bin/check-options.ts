/** The command line of `loupe check`. */

import { FAIL_ON, type FailOn } from "../lib/check/check.ts";
import { VERDICT_RULE_PREFIX } from "../lib/check/verdict-problems.ts";
import { RULES_BY_ID } from "../lib/lint/all-rules.ts";
import { listBadVerdicts } from "../lib/lint/verdict/verdict-words.ts";
import type { RunOptions } from "../lib/server/live/run-options.ts";
import { RUN_OPTIONS } from "./call-options.ts";
import {
  createFlag,
  createOption,
  defineCommand,
  type Option,
  UsageError,
} from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { OTLP_OPTIONS, type OtlpRequest } from "./otlp-options.ts";

export interface CheckRequest {
  /** Logs, recording IDs and agent addresses. */
  readonly subjects: readonly string[];
  readonly run: RunOptions;
  /** File for the log of a live run; `null` if it is not kept. */
  readonly output: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
  readonly telemetry: OtlpRequest;
  readonly json: boolean;
  readonly junit: string | null;
  readonly sarif: string | null;
  readonly markdown: string | null;
  readonly failOn: FailOn;
  readonly ignored: ReadonlySet<string>;
  /** File of known problems. */
  readonly baseline: string | null;
  readonly writeBaseline: string | null;
}

export const FAIL_ON_OPTION = createOption<FailOn>(
  "--fail-on LEVEL",
  "error (default), warning or never; a run that ended badly is an error",
  "error",
  (_, text, name) => {
    const level = FAIL_ON.find((one) => one === text);
    if (!level) throw new UsageError(`${name} needs one of ${FAIL_ON.join(", ")}, not "${text}"`);
    return level;
  },
);

const IGNORE = createOption<ReadonlySet<string>>(
  "--ignore RULE",
  "ignore a rule, e.g. ART-NO-LAST, card/skills or verdict/failed",
  new Set(),
  (before, text, name) => {
    const rules = text.split(",");
    const unknown = rules.find((rule) => !isRuleName(rule));
    if (unknown !== undefined) throw new UsageError(`${name} needs a rule name, not "${unknown}"`);
    return new Set([...before, ...rules]);
  },
);

export const CHECK = defineCommand({
  name: "check",
  operands: "LOG...|ADDRESS",
  summary:
    "checks logs, agent cards or a live agent against the rules. For a live agent it checks the card and, with -m, the responses. Exit code 1 if the check fails.",
  options: {
    failOn: FAIL_ON_OPTION,
    ignored: IGNORE,
    baseline: createFileOption(
      "--baseline FILE",
      "known problems; only new problems fail the check",
    ),
    writeBaseline: createFileOption(
      "--write-baseline FILE",
      "write the problems found to a baseline",
    ),
    json: JSON_OPTION,
    junit: createFileOption("--junit FILE", "also write JUnit XML"),
    sarif: createFileOption("--sarif FILE", "also write SARIF 2.1.0"),
    markdown: createFileOption("--markdown FILE", "also write a summary in Markdown"),
    output: createFileOption("-o, --output FILE", "save the run with the live agent"),
    isForced: createFlag("--force", "replace an existing file"),
    ...OTLP_OPTIONS,
    ...RUN_OPTIONS,
  },
  createRequest(values, subjects): CheckRequest {
    if (subjects.length === 0) {
      throw new UsageError("check needs a log or the address of an agent");
    }
    if (subjects.filter((subject) => subject === "-").length > 1) {
      throw new UsageError("only one log can be standard input");
    }
    const { failOn, ignored, json, isForced, otlp, hasOtlpContent, ...more } = values;
    const { baseline, writeBaseline, junit, sarif, markdown, output, ...run } = more;
    const telemetry = { otlp, hasOtlpContent };
    const files = { baseline, writeBaseline, junit, sarif, markdown, output };
    return { subjects, run, isForced, telemetry, json, failOn, ignored, ...files };
  },
});

/** A file other than standard output. */
function createFileOption(syntax: string, help: string): Option<string | null> {
  return createOption<string | null>(syntax, help, null, (_, text, name) => {
    if (text === "" || text === "-") throw new UsageError(`${name} needs a file name`);
    return text;
  });
}

function isRuleName(name: string): boolean {
  if (RULES_BY_ID.has(name)) return true;
  return listBadVerdicts().some(({ kind }) => name === VERDICT_RULE_PREFIX + kind);
}
