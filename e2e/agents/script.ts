// What the test agents do: one script for every protocol generation, chosen by the first word of
// the message. A script is a list of abstract steps; an agent says them in its own words.

export type State =
  | "submitted"
  | "working"
  | "input-required"
  | "completed"
  | "failed"
  | "canceled";

export type Step =
  | { kind: "task" }
  /** The task goes on with a second message; only some generations say anything here. */
  | { kind: "resume" }
  | { kind: "state"; state: State; text?: string }
  | { kind: "chunk"; artifact: string; text: string; append: boolean; last: boolean }
  | { kind: "reply"; text: string }
  | { kind: "wait"; ms: number };

export const FINAL: readonly State[] = ["input-required", "completed", "failed", "canceled"];

/** The streamed answer: outside ASCII, outside the BMP, and joined from several code points. */
export const TOKENS = ["Grüße", ", ", "Welt ", "🌍", " – ", "日本", " 👩‍👩‍👧", "!"];
export const SLOW_TOKENS = 400;
const SLOW_MS = 50;
const BEAT_MS = 10;

type Script = Generator<Step, void, void>;

const state = (to: State, text?: string): Step =>
  text === undefined ? { kind: "state", state: to } : { kind: "state", state: to, text };
const wait = (ms: number): Step => ({ kind: "wait", ms });

function* begin(): Script {
  yield { kind: "task" };
  yield state("working");
}

function* chunks(artifact: string, texts: readonly string[], gap = BEAT_MS): Script {
  for (const [index, text] of texts.entries()) {
    yield { kind: "chunk", artifact, text, append: index > 0, last: index === texts.length - 1 };
    yield wait(gap);
  }
}

const SCRIPTS: Readonly<Record<string, () => Script>> = {
  *stream() {
    yield* begin();
    yield* chunks("answer", TOKENS);
    yield state("completed");
  },
  *plain() {
    yield* begin();
    yield* chunks("answer", ["All in one piece."]);
    yield state("completed", "Done.");
  },
  *input() {
    yield* begin();
    yield state("input-required", "Which colour?");
  },
  *slow() {
    yield* begin();
    const tokens = Array.from({ length: SLOW_TOKENS }, (_, index) => `token ${index} `);
    yield* chunks("slow", tokens, SLOW_MS);
    yield state("completed");
  },
  *fail() {
    yield* begin();
    yield* chunks("partial", ["one ", "two "]);
    yield state("failed", "The tool broke: E42");
  },
  *throw() {
    yield* begin();
    yield* chunks("partial", ["before the throw"]);
    throw new Error("the executor threw");
  },
  *message() {
    yield { kind: "reply", text: "A direct reply, and no task. ✓" };
  },
  *two() {
    yield* begin();
    const say = (artifact: string, text: string, append: boolean, last: boolean): Step => ({
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
    yield* begin();
    yield* chunks("draft", ["a first", " draft"]);
    yield { kind: "chunk", artifact: "draft", text: "the final text", append: false, last: true };
    yield state("completed");
  },
};

function* answer(text: string): Script {
  yield { kind: "resume" };
  yield state("working");
  yield* chunks("answer", ["You chose ", text]);
  yield state("completed", "Thank you.");
}

/** A message to a task that exists is the answer to its question. */
export function scriptFor(text: string, continues: boolean): Script {
  if (continues) return answer(text);
  const [word = ""] = text.trim().split(/\s+/);
  return (SCRIPTS[word] ?? SCRIPTS.stream ?? begin)();
}
