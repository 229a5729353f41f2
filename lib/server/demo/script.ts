/**
 * What an agent does with a message, as data: steps that an agent of any version sends as events of
 * its own.
 */

export type ScriptState =
  | "submitted"
  | "working"
  | "input-required"
  | "auth-required"
  | "completed"
  | "failed"
  | "canceled";

export interface StateStep {
  readonly kind: "state";
  readonly state: ScriptState;
  /** Of its message; absent: there is none. */
  readonly text?: string;
  readonly messageId?: string;
  readonly messageMetadata?: object;
  /** Of the update. */
  readonly metadata?: object;
}

export interface ChunkStep {
  readonly kind: "chunk";
  /** ID of the artifact, and its name unless it has another one. */
  readonly artifact: string;
  readonly name?: string;
  readonly description?: string;
  readonly text: string;
  /** False: the text replaces what the artifact had. */
  readonly append: boolean;
  readonly last: boolean;
}

export type ScriptStep =
  /** The task as it is. */
  | { readonly kind: "task" }
  /** A second message came to the task. Only some versions send an event for it. */
  | { readonly kind: "resume" }
  | StateStep
  | ChunkStep
  /** A message without a task; the only step of its script. */
  | { readonly kind: "reply"; readonly text: string }
  | { readonly kind: "wait"; readonly ms: number }
  /** Every connection breaks; the task itself continues. */
  | { readonly kind: "cut" };

export type Script = Iterable<ScriptStep> | AsyncIterable<ScriptStep>;

const TERMINAL_STATES: ReadonlySet<ScriptState> = new Set(["completed", "failed", "canceled"]);
const WAITING_STATES: ReadonlySet<ScriptState> = new Set(["input-required", "auth-required"]);

export const isTerminal = (state: ScriptState): boolean => TERMINAL_STATES.has(state);
export const isWaiting = (state: ScriptState): boolean => WAITING_STATES.has(state);
/** True for states that end a stream and the response to a message. */
export const isTurnOver = (state: ScriptState): boolean => isTerminal(state) || isWaiting(state);

export const state = (to: ScriptState, text?: string): StateStep => ({
  kind: "state",
  state: to,
  ...(text !== undefined && { text }),
});

export const wait = (ms: number): ScriptStep => ({ kind: "wait", ms });

export function* beginTask(): Generator<ScriptStep, void, void> {
  yield { kind: "task" };
  yield state("working");
}

/** An artifact in chunks, with a pause after each. */
export function* sendChunks(
  artifact: string,
  texts: readonly string[],
  pauseMs: number,
): Generator<ScriptStep, void, void> {
  for (const [index, text] of texts.entries()) {
    yield { kind: "chunk", artifact, text, append: index > 0, last: index === texts.length - 1 };
    yield wait(pauseMs);
  }
}

/** Sends a text word by word, as language models do. */
export function streamText(artifact: string, text: string, pauseMs: number) {
  return sendChunks(artifact, splitTokens(text), pauseMs);
}

/** Words with their trailing space. */
export function splitTokens(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
