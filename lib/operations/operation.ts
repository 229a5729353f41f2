/**
 * An operation: something that a coding agent or a script asks of Loupe, in one object. The command
 * line, the MCP server and their documentation follow from it.
 *
 * Guarantees: an operation reads and writes only through its `OperationHost`; text from an agent, a
 * log or a card is never part of a `summary`.
 */

import type { z } from "zod";
import type { NextOperation, OperationName } from "./next-operation.ts";
import type { OperationHost } from "./operation-host.ts";

interface OperationHints {
  /** It changes nothing, neither in Loupe nor elsewhere. */
  readonly readOnly: boolean;
  /** It may delete or overwrite something. */
  readonly destructive: boolean;
  /** It reaches beyond Loupe, for example an agent. */
  readonly openWorld: boolean;
}

export const READ_ONLY: OperationHints = { readOnly: true, destructive: false, openWorld: false };

export interface OperationResult<Data> {
  readonly data: Data;
  /** The result in Loupe's own words: counts, names of rules, states. */
  readonly summary: string;
  /** Lines with text from an agent, a log or a card. */
  readonly quoted: readonly string[];
  /** The next useful operations. */
  readonly next: readonly NextOperation[];
}

/** The member of the input that limits how much an operation returns. */
type SizeMember = "limit" | "max_bytes";

export interface LoupeOperation<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: OperationName;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly hints: OperationHints;
  /** `null` if the result has always about the same size. */
  readonly size: SizeMember | null;
  /** The result in another size, without acting on an agent again. Absent: `run` does not act on one. */
  resize?(
    data: z.output<Output>,
    input: z.output<Input>,
    host: OperationHost,
  ): Promise<OperationResult<z.output<Output>>>;
  run(
    input: z.output<Input>,
    host: OperationHost,
  ): Promise<OperationResult<z.output<Output>>> | OperationResult<z.output<Output>>;
}

/** Checks an operation's `run` against its schemas. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: LoupeOperation<Input, Output>,
): LoupeOperation<Input, Output> {
  return operation;
}

/** The operation cannot be performed. The message is Loupe's own; `quoted` is not. */
export class OperationError extends Error {
  readonly quoted: string | undefined;

  constructor(message: string, quoted?: string) {
    super(message);
    this.name = "OperationError";
    this.quoted = quoted;
  }
}
