/** What `loupe check` was asked for; a string is the one line that says why it cannot be. */

import { FAIL_ON, type FailOn } from "../lib/check/check.ts";
import { BAD_VERDICT_KINDS, VERDICT_RULE_PREFIX } from "../lib/check/verdict-problems.ts";
import { RULES_BY_NAME } from "../lib/lint/all-rules.ts";
import { CARD_RULES } from "../lib/protocol/card/lint.ts";
import {
  DEFAULT_RUN_OPTIONS,
  parseRunOption,
  type RunOptions,
  splitOption,
} from "./call-options.ts";

export interface CheckRequest {
  /** Logs, ids of recordings, addresses of agents. */
  readonly subjects: readonly string[];
  readonly run: RunOptions;
  /** Where the log of a live run is kept; `null` for nowhere. */
  readonly output: string | null;
  /** It may take the place of a file that is there. */
  readonly isForced: boolean;
  readonly json: boolean;
  readonly junit: string | null;
  readonly sarif: string | null;
  readonly failOn: FailOn;
  readonly ignored: ReadonlySet<string>;
  /** The file of known findings. */
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
      if (name === "" || name === "-") return `${option} needs the name of a file`;
      files.set(file === "--output" ? "-o" : file, name);
    } else if (option === "--json") json = true;
    else if (option === "--force") isForced = true;
    else if (option === "--fail-on") {
      const said = value();
      const known = FAIL_ON.find((level) => level === said);
      if (!known) return `--fail-on needs one of ${FAIL_ON.join(", ")}, not "${said}"`;
      failOn = known;
    } else if (option === "--ignore") {
      for (const rule of value().split(",")) {
        if (!isRuleName(rule)) return `--ignore needs the name of a rule, not "${rule}"`;
        ignored.add(rule);
      }
    } else if (word === "-" || !word.startsWith("-")) subjects.push(word);
    else {
      const read = parseRunOption(run, option, value);
      if (read === null) return `unknown option "${word}"`;
      if (typeof read === "string") return read;
      run = read;
    }
  }
  if (subjects.length === 0) return "check needs a log, or the address of an agent";
  if (subjects.filter((subject) => subject === "-").length > 1) {
    return "only one of the logs can be standard input";
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
  if (RULES_BY_NAME.has(name) || CARD_RULES.some(({ id }) => id === name)) return true;
  return BAD_VERDICT_KINDS.some(([kind]) => name === VERDICT_RULE_PREFIX + kind);
}
