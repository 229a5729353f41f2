/**
 * `loupe findings LOG`: lists the rules that a run breaks, and a bad end. Exit code 0: nothing is an
 * error; 1: something is; 2: the log could not be read.
 */

import type { Severity } from "../lib/lint/rules/rule.ts";
import { listFindings } from "../lib/operations/list-findings.ts";
import { SEVERITY } from "../lib/operations/schemas.ts";
import { createOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { PAGE_OPTIONS } from "./page-options.ts";
import { performOperation } from "./perform-operation.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

const SEVERITIES = SEVERITY.options;

const SEVERITY_OPTION = createOption<Severity | null>(
  "--severity S",
  `only findings of this severity: ${SEVERITIES.join(", ")}`,
  null,
  (_, text, name) => {
    const severity = SEVERITIES.find((one) => one === text);
    if (!severity)
      throw new UsageError(`${name} needs one of ${SEVERITIES.join(", ")}, not "${text}"`);
    return severity;
  },
);

export const FINDINGS = defineCommand({
  name: "findings",
  operands: "LOG",
  summary:
    "lists the rules that a run breaks, most severe first, with credentials replaced. Exit code 1 if there is an error.",
  options: { severity: SEVERITY_OPTION, ...PAGE_OPTIONS, json: JSON_OPTION },
  createRequest({ json, ...input }, operands) {
    return { json, input: { ...input, run: getOnlyLog("findings", operands) } };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(FINDINGS, argv, terminal, ({ json, input }) =>
    performOperation(listFindings, input, terminal, {
      json,
      log: input.run,
      format: ({ data, quoted }) => (data.findings.length === 0 ? ["No findings."] : quoted),
      getExitCode: ({ findings }) =>
        findings.some(({ severity }) => severity === "error") ? 1 : 0,
    }),
  );
