/** The next useful operation after a result. */

export const OPERATION_NAMES = [
  "list_runs",
  "inspect_run",
  "list_events",
  "get_event",
  "list_findings",
  "explain_rule",
  "diff_runs",
  "check_card",
  "grade_agent",
  "send_message",
  "serve_run",
  "list_holds",
  "set_breakpoint",
  "resume_held",
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export interface NextOperation {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  /** What it is good for. */
  readonly why: string;
}

export const createNextOperation = (
  operation: OperationName,
  input: NextOperation["input"],
  why: string,
): NextOperation => ({ operation, input, why });
