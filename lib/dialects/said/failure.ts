/** What went wrong, as an agent tells it: one error, several under one, or a bare code. */

import { listOf, own, textIn, unpacked } from "./json.ts";

export interface Failure {
  readonly title: string | null;
  readonly message: string | null;
  /** The errors it is made of, where there are several. */
  readonly causes: readonly { readonly title: string | null; readonly message: string | null }[];
  readonly stack: string | null;
  readonly context: unknown;
}

export function readFailure(value: unknown): Failure | null {
  const given = unpacked(value);
  if (typeof given === "string" || typeof given === "number") {
    const message = String(given);
    return message === "" ? null : { title: null, message, causes: [], stack: null, context: null };
  }
  const inner = own(given, "error");
  const error = inner === undefined ? given : inner;
  const message = typeof error === "string" ? error : textIn(error, "message", "detail");
  const title = textIn(error, "title", "type", "code");
  const causes = listOf(own(error, "errors")).map((cause) => ({
    title: textIn(cause, "title", "type"),
    message: typeof cause === "string" ? cause : textIn(cause, "message"),
  }));
  if (message === null && title === null && causes.length === 0) return null;
  const stack = textIn(given, "stack_trace", "stackTrace", "stacktrace");
  return { title, message, causes, stack, context: own(given, "context") ?? null };
}
