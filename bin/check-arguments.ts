/** Parses the arguments of `loupe check`; returns a one-line error message if they are wrong. */

import { FAIL_ON, type FailOn } from "../lib/check/check.ts";
import { BAD_VERDICT_KINDS, VERDICT_RULE_PREFIX } from "../lib/check/verdict-problems.ts";
import { RULES_BY_ID } from "../lib/lint/all-rules.ts";
import {
  DEFAULT_RUN_OPTIONS,
  parseRunOption,
  type RunOptions,
  splitOption,
} from "./call-options.ts";

export interface CheckRequest {
  /** Logs, recording IDs and agent addresses. */
  readonly subjects: readonly string[];
  readonly run: RunOptions;
  /** File for the log of a live run; `null` if it is not kept. */
  readonly output: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
  readonly json: boolean;
  readonly junit: string | null;
  readonly sarif: string | null;
  readonly failOn: FailOn;
  readonly ignored: ReadonlySet<string>;
  /** File of known problems. */
  readonly baseline: string | null;
  readonly writeBaseline: string | null;
}

const FILE_OPTIONS = [
  "-o",
  "--output",
  "--junit",
  "--sarif",
  "--baseline",
  "--write-baseline",
] as const;
type FileOption = (typeof FILE_OPTIONS)[number];

export function parseCheckArguments(argv: readonly string[]): CheckRequest | string {
  const subjects: string[] = [];
  const ignored = new Set<string>();
  const files = new Map<FileOption, string>();
  let run = DEFAULT_RUN_OPTIONS;
  let json = false;
  let isForced = false;
  let failOn: FailOn = "error";
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = splitOption(word);
    const value = () => inline ?? words.next().value ?? "";
    const file = FILE_OPTIONS.find((name) => name === option);
    if (file) {
      const name = value();
      if (name === "" || name === "-") return `${option} needs a file name`;
      files.set(file === "--output" ? "-o" : file, name);
    } else if (option === "--json") json = true;
    else if (option === "--force") isForced = true;
    else if (option === "--fail-on") {
      const text = value();
      const level = FAIL_ON.find((one) => one === text);
      if (!level) return `--fail-on needs one of ${FAIL_ON.join(", ")}, not "${text}"`;
      failOn = level;
    } else if (option === "--ignore") {
      for (const rule of value().split(",")) {
        if (!isRuleName(rule)) return `--ignore needs a rule name, not "${rule}"`;
        ignored.add(rule);
      }
    } else if (word === "-" || !word.startsWith("-")) subjects.push(word);
    else {
      const parsed = parseRunOption(run, option, value);
      if (parsed === null) return `unknown option "${word}"`;
      if (typeof parsed === "string") return parsed;
      run = parsed;
    }
  }
  if (subjects.length === 0) return "check needs a log or the address of an agent";
  if (subjects.filter((subject) => subject === "-").length > 1) {
    return "only one log can be standard input";
  }
  return {
    subjects,
    run,
    output: files.get("-o") ?? null,
    isForced,
    json,
    junit: files.get("--junit") ?? null,
    sarif: files.get("--sarif") ?? null,
    failOn,
    ignored,
    baseline: files.get("--baseline") ?? null,
    writeBaseline: files.get("--write-baseline") ?? null,
  };
}

function isRuleName(name: string): boolean {
  if (RULES_BY_ID.has(name)) return true;
  return BAD_VERDICT_KINDS.some(([kind]) => name === VERDICT_RULE_PREFIX + kind);
}
