// The behavior of the test agents: one script for all protocol versions, selected by the first word of
// the message. Each agent sends the steps in its version.
import {
  beginTask,
  type Script,
  type ScriptStep,
  sendChunks,
  state,
  wait,
} from "../../lib/server/demo/script.ts";

/** The streamed response: outside ASCII, outside the BMP, and combined from several code points. */
export const SCRIPT_TOKENS = ["Grüße", ", ", "Welt ", "🌍", " – ", "日本", " 👩‍👩‍👧", "!"];
const SLOW_MS = 50;
const BRIEF_TOKENS = 40;
const BEAT_MS = 10;

type Steps = Generator<ScriptStep, void, void>;

const sendAtBeat = (artifact: string, texts: readonly string[]) =>
  sendChunks(artifact, texts, BEAT_MS);

const SCRIPTS: Readonly<Record<string, () => Steps>> = {
  *stream() {
    yield* beginTask();
    yield* sendAtBeat("answer", SCRIPT_TOKENS);
    yield state("completed");
  },
  *plain() {
    yield* beginTask();
    yield* sendAtBeat("answer", ["All in one piece."]);
    yield state("completed", "Done.");
  },
  *input() {
    yield* beginTask();
    yield state("input-required", "Which colour?");
  },
  /** Tokens of one artifact, until the task is canceled or the agent is stopped. */
  *slow() {
    yield* beginTask();
    for (let index = 0; ; index++) {
      const text = `token ${index} `;
      yield { kind: "chunk", artifact: "slow", text, append: index > 0, last: false };
      yield wait(SLOW_MS);
    }
  },
  /** Long enough to subscribe to, and soon over. */
  *brief() {
    yield* beginTask();
    const tokens = Array.from({ length: BRIEF_TOKENS }, (_, index) => `token ${index} `);
    yield* sendChunks("brief", tokens, SLOW_MS);
    yield state("completed");
  },
  /** Rows, each an artifact of one chunk, until the task is canceled or the agent is stopped. */
  *rows() {
    yield* beginTask();
    for (let index = 0; ; index++) yield* sendChunks(`file-${index}`, [`file ${index}`], SLOW_MS);
  },
  *fail() {
    yield* beginTask();
    yield* sendAtBeat("partial", ["one ", "two "]);
    yield state("failed", "The tool broke: E42");
  },
  *throw() {
    yield* beginTask();
    yield* sendAtBeat("partial", ["before the throw"]);
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
    yield* sendAtBeat("draft", ["a first", " draft"]);
    yield { kind: "chunk", artifact: "draft", text: "the final text", append: false, last: true };
    yield state("completed");
  },
};

function* sendAnswer(text: string): Steps {
  yield { kind: "resume" };
  yield state("working");
  yield* sendAtBeat("answer", ["You chose ", text]);
  yield state("completed", "Thank you.");
}

/** What an agent does for a message; `continues`: the message is to a task that exists. */
export type GetSteps = (text: string, continues: boolean) => Script;

/** A message to an existing task is the reply to its request. */
export const getScript: GetSteps = (text, continues) => {
  if (continues) return sendAnswer(text);
  const [word = ""] = text.trim().split(/\s+/);
  return (SCRIPTS[word] ?? SCRIPTS.stream ?? beginTask)();
};
