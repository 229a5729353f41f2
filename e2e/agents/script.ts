// The behavior of the test agents: one script for all protocol versions, selected by the first word of
// the message. A script is a list of abstract steps that each agent encodes in its version.

export type ScriptState =
  | "submitted"
  | "working"
  | "input-required"
  | "completed"
  | "failed"
  | "canceled";

export type ScriptStep =
  | { kind: "task" }
  /** Adds a second message to the task; only some versions send an event for it. */
  | { kind: "resume" }
  | { kind: "state"; state: ScriptState; text?: string }
  | { kind: "chunk"; artifact: string; text: string; append: boolean; last: boolean }
  | { kind: "reply"; text: string }
  | { kind: "wait"; ms: number };

export const FINAL_STATES: readonly ScriptState[] = [
  "input-required",
  "completed",
  "failed",
  "canceled",
];

/** The streamed response: outside ASCII, outside the BMP, and combined from several code points. */
export const SCRIPT_TOKENS = ["Grüße", ", ", "Welt ", "🌍", " – ", "日本", " 👩‍👩‍👧", "!"];
export const SLOW_TOKENS = 400;
const SLOW_MS = 50;
const BEAT_MS = 10;

type Script = Generator<ScriptStep, void, void>;

const state = (to: ScriptState, text?: string): ScriptStep =>
  text === undefined ? { kind: "state", state: to } : { kind: "state", state: to, text };
const wait = (ms: number): ScriptStep => ({ kind: "wait", ms });

export function* beginTask(): Script {
  yield { kind: "task" };
  yield state("working");
}

function* sendChunks(artifact: string, texts: readonly string[], gap = BEAT_MS): Script {
  for (const [index, text] of texts.entries()) {
    yield { kind: "chunk", artifact, text, append: index > 0, last: index === texts.length - 1 };
    yield wait(gap);
  }
}

const SCRIPTS: Readonly<Record<string, () => Script>> = {
  *stream() {
    yield* beginTask();
    yield* sendChunks("answer", SCRIPT_TOKENS);
    yield state("completed");
  },
  *plain() {
    yield* beginTask();
    yield* sendChunks("answer", ["All in one piece."]);
    yield state("completed", "Done.");
  },
  *input() {
    yield* beginTask();
    yield state("input-required", "Which colour?");
  },
  *slow() {
    yield* beginTask();
    const tokens = Array.from({ length: SLOW_TOKENS }, (_, index) => `token ${index} `);
    yield* sendChunks("slow", tokens, SLOW_MS);
    yield state("completed");
  },
  /** Many rows: artifacts of one chunk. */
  *many() {
    yield* beginTask();
    for (let index = 0; index < 600; index++)
      yield* sendChunks(`file-${index}`, [`file ${index}`], SLOW_MS);
    yield state("completed");
  },
  *fail() {
    yield* beginTask();
    yield* sendChunks("partial", ["one ", "two "]);
    yield state("failed", "The tool broke: E42");
  },
  *throw() {
    yield* beginTask();
    yield* sendChunks("partial", ["before the throw"]);
    throw new Error("the executor threw");
  },
  *message() {
    yield { kind: "reply", text: "A direct reply, and no task. ✓" };
  },
  *two() {
    yield* beginTask();
    const say = (artifact: string, text: string, append: boolean, last: boolean): ScriptStep => ({
      kind: "chunk",
      artifact,
      text,
      append,
      last,
    });
    yield say("report", "# Report\n", false, false);
    yield say("log", "line 1\n", false, false);
    yield say("report", "first, ", true, false);
    yield say("log", "line 2\n", true, true);
    yield say("report", "second.", true, true);
    yield state("completed");
  },
  *replace() {
    yield* beginTask();
    yield* sendChunks("draft", ["a first", " draft"]);
    yield { kind: "chunk", artifact: "draft", text: "the final text", append: false, last: true };
    yield state("completed");
  },
};

function* sendAnswer(text: string): Script {
  yield { kind: "resume" };
  yield state("working");
  yield* sendChunks("answer", ["You chose ", text]);
  yield state("completed", "Thank you.");
}

/** What an agent does for a message; `continues`: the message is to a task that exists. */
export type GetSteps = (
  text: string,
  continues: boolean,
) => Iterable<ScriptStep> | AsyncIterable<ScriptStep>;

/** A message to an existing task is the reply to its request. */
export const getScript: GetSteps = (text, continues) => {
  if (continues) return sendAnswer(text);
  const [word = ""] = text.trim().split(/\s+/);
  return (SCRIPTS[word] ?? SCRIPTS.stream ?? beginTask)();
};
