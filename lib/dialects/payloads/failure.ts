/** Failures reported by agents: one error, several errors under one, or a bare code. */

import { getOwnMember, getOwnText, parseJsonText, toList } from "./json-access.ts";

export interface FailureDetails {
  readonly title: string | null;
  readonly message: string | null;
  /** The individual errors, if there are several. */
  readonly causes: readonly { readonly title: string | null; readonly message: string | null }[];
  readonly stack: string | null;
  readonly context: unknown;
}

export function readFailure(value: unknown): FailureDetails | null {
  const given = parseJsonText(value);
  if (typeof given === "string" || typeof given === "number") {
    const message = String(given);
    return message === "" ? null : { title: null, message, causes: [], stack: null, context: null };
  }
  const inner = getOwnMember(given, "error");
  const error = inner === undefined ? given : inner;
  const message = typeof error === "string" ? error : getOwnText(error, "message", "detail");
  const title = getOwnText(error, "title", "type", "code");
  const causes = toList(getOwnMember(error, "errors")).map((cause) => ({
    title: getOwnText(cause, "title", "type"),
    message: typeof cause === "string" ? cause : getOwnText(cause, "message"),
  }));
  if (message === null && title === null && causes.length === 0) return null;
  const stack = getOwnText(given, "stack_trace", "stackTrace", "stacktrace");
  return { title, message, causes, stack, context: getOwnMember(given, "context") ?? null };
}
