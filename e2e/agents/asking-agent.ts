// An A2A 1.0 agent that requests input with the platform's extensions, one request per task, and
// continues after the reply.
import { FORMAT_1_0 } from "../../lib/server/demo/format-1.0.ts";
import { type ScriptState, type ScriptStep, state } from "../../lib/server/demo/script.ts";
import { type ReceivedMessage, ScriptedAgent } from "../../lib/server/demo/scripted-agent.ts";
import { serveAgent } from "./agent.ts";
import { createCard } from "./plain-http.ts";

const HOST = "https://a2a-extensions.adk.kagenti.dev";
export const FORM_URI = `${HOST}/ui/form_request/v1`;
export const APPROVAL_URI = `${HOST}/interactions/approval/v1`;
export const SECRETS_URI = `${HOST}/auth/secrets/v1`;

type Json = { readonly [name: string]: unknown };

/** By the first word of the message: the waiting state, the text, and the request. */
const QUESTIONS: Readonly<Record<string, readonly [ScriptState, text: string, metadata: Json]>> = {
  form: [
    "input-required",
    "Your boat",
    {
      [FORM_URI]: {
        title: "Your boat",
        description: "For the harbour office.",
        submit_label: "Hand in",
        fields: [
          { id: "name", label: "Name", type: "text", required: true },
          { id: "day", label: "Day", type: "date", default_value: "2026-03-01" },
          {
            id: "kind",
            label: "Kind",
            type: "singleselect",
            default_value: "sail",
            options: [
              { id: "sail", label: "Sail" },
              { id: "motor", label: "Motor" },
            ],
          },
          {
            id: "extra",
            label: "Extras",
            type: "checkbox_group",
            fields: [{ id: "water", label: "Fresh water", type: "checkbox" }],
          },
        ],
      },
    },
  ],
  approval: [
    "input-required",
    "May I?",
    {
      [APPROVAL_URI]: {
        action: "tool-call",
        name: "book_berth",
        description: "Books a berth",
        input: { pier: 3 },
        server: { name: "port" },
      },
    },
  ],
  secret: [
    "auth-required",
    "The port wants a key.",
    { [SECRETS_URI]: { secret_demands: { PORT: { name: "Port key" } } } },
  ],
};

export interface AskingAgent {
  url: string;
  /** The messages it received, in order. */
  received: { readonly headers: Json; readonly message: Json }[];
  close(): Promise<void>;
}

export async function startAskingAgent(): Promise<AskingAgent> {
  const received: AskingAgent["received"] = [];
  const agent = new ScriptedAgent({
    format: FORMAT_1_0,
    createId: (of) => (of === "task" ? `task-${received.length + 1}` : "context-1"),
    getScript({ headers, message, text, continues }) {
      received.push({ headers: Object.fromEntries(headers), message: { ...message } });
      return continues ? thank(message) : ask(text);
    },
    createCard: (url) =>
      createCard("1.0", url, {
        name: "Asking",
        description: "Asks for what it needs.",
        capabilities: {
          streaming: true,
          extensions: [FORM_URI, APPROVAL_URI, SECRETS_URI].map((uri) => ({ uri })),
        },
      }),
  });
  return { ...(await serveAgent(agent)), received };
}

function* ask(word: string): Generator<ScriptStep, void, void> {
  const question = QUESTIONS[word];
  yield { kind: "task" };
  if (!question) return yield state("completed");
  const [waiting, text, messageMetadata] = question;
  yield { ...state(waiting, text), messageMetadata };
}

/** Echoes the metadata of the extensions: an echo must not reveal a secret either. */
function* thank({ metadata }: ReceivedMessage["message"]): Generator<ScriptStep, void, void> {
  yield state("working");
  yield state("completed", `Thank you: ${JSON.stringify(metadata ?? null)}`);
}
