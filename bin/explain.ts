/**
 * `loupe explain RULE`: explains a rule, with two examples. Exit code 0: explained; 2: there is no
 * such rule.
 */

import { explainRule } from "../lib/operations/explain-rule.ts";
import { createTextOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { performOperation } from "./perform-operation.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

export const EXPLAIN = defineCommand({
  name: "explain",
  operands: "RULE",
  summary:
    "explains a rule or a bad end, such as ART-APPEND-UNKNOWN or verdict/cut: what is wrong, what clients do, the remedy and examples.",
  options: {
    version: createTextOption("--a2a-version V", "the A2A version of the examples"),
    json: JSON_OPTION,
  },
  createRequest({ json, version }, [rule, other]) {
    if (rule === undefined || other !== undefined) {
      throw new UsageError("explain needs the name of one rule");
    }
    return { json, input: { rule, version } };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(EXPLAIN, argv, terminal, ({ json, input }) =>
    performOperation(explainRule, input, terminal, {
      json,
      log: "",
      format: ({ summary }) => summary.split("\n"),
      getExitCode: () => 0,
    }),
  );
