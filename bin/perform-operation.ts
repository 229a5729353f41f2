/** Performs an operation for a command: its result is what the command prints. */

import type { z } from "zod";
import {
  type LoupeOperation,
  OperationError,
  type OperationResult,
} from "../lib/operations/operation.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { omitIfInput, printJson, printNext, toCommandWords } from "./json-output.ts";
import { createCommandHost } from "./operation-host.ts";
import { refuse, type Terminal } from "./terminal.ts";

export interface Presentation<Data> {
  readonly json: boolean;
  /** The log, if the command reads one. */
  readonly log: string;
  /** The lines to print as text. */
  format(result: OperationResult<Data>): Iterable<string>;
  getExitCode(data: Data): number;
}

/** The input without the members that are not given. */
export function dropMissing(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

export async function performOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  { input: schema, run }: LoupeOperation<Input, Output>,
  input: Readonly<Record<string, unknown>>,
  terminal: Terminal,
  { json, log, format, getExitCode }: Presentation<z.output<Output>>,
): Promise<number> {
  const parsed = schema.safeParse(dropMissing(input));
  if (!parsed.success) return refuse(terminal, describeIssue(parsed.error));
  const { host, close } = createCommandHost({ stdin: terminal.stdin });
  try {
    const result = await run(parsed.data, host);
    const next = omitIfInput(log, toCommandWords(result.next));
    if (json) printJson(terminal, result.data, next);
    else {
      for (const line of format(result)) terminal.stdout.write(`${toPrintable(line)}\n`);
      printNext(terminal, next);
    }
    return getExitCode(result.data);
  } catch (error) {
    return refuse(terminal, describeError(log, error));
  } finally {
    await close();
  }
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "the arguments are wrong";
}

function describeError(log: string, error: unknown): string {
  if (!(error instanceof OperationError)) return getErrorMessage(error);
  const { message, quoted } = error;
  return quoted === undefined ? message : `cannot read ${log}: ${quoted}`;
}
