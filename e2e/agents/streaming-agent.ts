// An agent that streams its message as patches to clients that request the streaming extension, and
// as one whole message to all others, in 0.3 and 1.0.
import { FORMAT_0_3 } from "../../lib/server/demo/format-0.3.ts";
import { FORMAT_1_0 } from "../../lib/server/demo/format-1.0.ts";
import { beginTask, type ScriptStep, state } from "../../lib/server/demo/script.ts";
import { ScriptedAgent } from "../../lib/server/demo/scripted-agent.ts";
import { serveAgent } from "./agent.ts";
import { createCard } from "./plain-http.ts";

export const STREAMING_URI = "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1";
export const AUDIT_URI = "https://audit.example/v1";

/** The tokens: outside the BMP, so that positions in code points and UTF-16 units differ. */
export const STREAMED_WORDS = ["High ", "water 🌊", " at ", "04:12", "."];

export type StreamingVersion = "0.3" | "1.0";

export interface StreamingAgent {
  url: string;
  /** The headers of each call, in order. */
  calls: Readonly<Record<string, string>>[];
  /** Sends the next token, or the end. */
  resume(): void;
  close(): Promise<void>;
}

const MESSAGE_ID = "draft-1";

/** The patch that appends a token after the text so far; positions count code points. */
function createPatch(before: string, word: string): object {
  const op =
    before === ""
      ? {
          op: "replace",
          path: "",
          value: { message_id: MESSAGE_ID, parts: [{ text: word }] },
        }
      : { op: "str_ins", path: "/parts/0/text", pos: [...before].length, value: word };
  return { [STREAMING_URI]: { message_update: [op], message_id: MESSAGE_ID } };
}

function* writeMessage(isPatched: boolean): Generator<ScriptStep, void, void> {
  yield* beginTask();
  let text = "";
  for (const word of STREAMED_WORDS) {
    if (isPatched) yield { ...state("working"), metadata: createPatch(text, word) };
    text += word;
  }
  yield { ...state("completed", text), messageId: MESSAGE_ID };
}

export async function startStreamingAgent(speech: StreamingVersion): Promise<StreamingAgent> {
  const calls: Readonly<Record<string, string>>[] = [];
  const header = speech === "1.0" ? "a2a-extensions" : "x-a2a-extensions";
  const isRequested = (headers: Headers) => (headers.get(header) ?? "").includes(STREAMING_URI);
  let steps = 2;
  let wake = () => {};
  const agent = new ScriptedAgent({
    format: speech === "1.0" ? FORMAT_1_0 : FORMAT_0_3,
    createCard: (url) =>
      createCard(speech, url, {
        name: `Streaming ${speech}`,
        description: "Tells when the water is high.",
        capabilities: {
          streaming: true,
          extensions: [
            { uri: STREAMING_URI, description: "Messages as they are written" },
            { uri: AUDIT_URI, description: "Keeps a record of all calls" },
          ],
        },
      }),
    async *getScript({ headers }) {
      calls.push(Object.fromEntries(headers));
      for (const step of writeMessage(isRequested(headers))) {
        while (steps === 0) await new Promise<void>((resolve) => (wake = resolve));
        steps--;
        yield step;
      }
    },
  });
  const served = await serveAgent(agent, async (request, respond) => {
    const response = await respond();
    if (isRequested(request.headers)) response.headers.set(header, STREAMING_URI);
    return response;
  });
  const resume = () => {
    steps++;
    wake();
  };
  return { ...served, calls, resume };
}
