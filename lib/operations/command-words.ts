/**
 * The command line that performs an operation. Kept apart from the operations, whose schemas the
 * commands that only name the next one do not need.
 */

import { quoteForShell } from "../text/quote-for-shell.ts";
import type { NextOperation, OperationName } from "./next-operation.ts";

type Input = NextOperation["input"];

const COMMANDS: Readonly<Record<OperationName, (input: Input) => readonly string[]>> = {
  list_runs: (input) => [
    "list",
    ...(input.query ? [formatOperand(input, "query")] : []),
    ...formatOptions(input, { limit: "--limit", cursor: "--cursor" }),
  ],
  inspect_run: (input) => [
    "inspect",
    formatOperand(input, "run"),
    ...formatOptions(input, { at: "--at" }),
  ],
  list_events: (input) => [
    "events",
    formatOperand(input, "run"),
    ...formatOptions(input, {
      kind: "--kind",
      task: "--task",
      from: "--from",
      to: "--to",
      grep: "--grep",
      limit: "--limit",
      cursor: "--cursor",
    }),
  ],
  get_event: (input) => [
    "event",
    formatOperand(input, "run"),
    formatOperand(input, "n"),
    ...formatOptions(input, { view: "--view", offset: "--offset", max_bytes: "--max-bytes" }),
  ],
  list_findings: (input) => [
    "findings",
    formatOperand(input, "run"),
    ...formatOptions(input, { severity: "--severity", limit: "--limit", cursor: "--cursor" }),
  ],
  explain_rule: (input) => [
    "explain",
    formatOperand(input, "rule"),
    ...formatOptions(input, { version: "--a2a-version" }),
  ],
  diff_runs: (input) => ["diff", formatOperand(input, "a"), formatOperand(input, "b")],
  check_card: (input) => ["check", formatOperand(input, input.url ? "url" : "file")],
  grade_agent: (input) => [
    "conform",
    formatOperand(input, "agent"),
    ...(input.messages ? [] : ["--read-only"]),
    ...formatOptions(input, { prompt: "--prompt" }),
  ],
  send_message: (input) => [
    "record",
    formatOperand(input, "agent"),
    "-m",
    formatOperand(input, "text"),
    ...formatOptions(input, { task_id: "--task", context_id: "--context", wait: "--timeout" }),
    "-o",
    "run.jsonl",
  ],
  serve_run: (input) => [
    "serve",
    formatOperand(input, "run"),
    ...formatFaults(formatOperand(input, "faults")),
  ],
  list_holds: (input) =>
    input.wait ? ["hold", "wait", "--timeout", String(input.wait)] : ["hold", "list"],
  set_breakpoint: (input) =>
    input.remove
      ? ["hold", "remove", formatOperand(input, "remove"), ...formatTap(input)]
      : ["hold", "set", JSON.stringify(input.step ?? {}), ...formatTap(input)],
  resume_held: (input) => [
    "hold",
    String(input.do ?? "continue"),
    // What an action needs belongs to one held stream.
    ...(input.id ? [formatOperand(input, "id")] : []),
    ...(input.id && input.with ? [JSON.stringify(input.with)] : []),
    ...formatTap(input),
  ],
};

/** The words of a command line, with the name of the program. */
export const getCommandWords = ({ operation, input }: NextOperation): readonly string[] => [
  "loupe",
  ...COMMANDS[operation](input),
];

/** Writes words as a command line of a POSIX shell. */
export function formatCommandLine(words: readonly string[]): string {
  return words.map(quoteForShell).join(" ");
}

/** The options of a command for the members of an input that are set. */
function formatOptions(input: Input, options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flatMap(([member, option]) => {
    const value = input[member];
    return value === undefined || value === null ? [] : [option, String(value)];
  });
}

/** The operand of a command. */
const formatOperand = (input: Input, member: string): string => String(input[member] ?? "");

const formatTap = (input: Input): string[] => formatOptions(input, { tap: "--tap" });

/** `cut-after=5, crlf` as options of the command. */
const formatFaults = (faults: string): string[] =>
  faults
    .split(",")
    .map((fault) => fault.trim())
    .filter((fault) => fault !== "")
    .map((fault) => `--${fault}`);
