// What goes with a message besides its text: parts and options. Kept in the store of the composer, so that a
// failed send or a change of view loses nothing.
import type { SendOperation, SendTarget } from "./send-target.ts";

export interface FileInputPart {
  readonly id: string;
  readonly kind: "file";
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. `null` if the agent is to fetch the file. */
  readonly size: number | null;
  /** Base64, or the URL of the file. */
  readonly source: { readonly bytes: string } | { readonly uri: string };
}

export interface DataInputPart {
  readonly id: string;
  readonly kind: "data";
  /** As typed. */
  readonly json: string;
}

export type InputPart = FileInputPart | DataInputPart;

export interface MessageInput {
  readonly operation: SendOperation;
  /** `null` for the default. */
  readonly target: SendTarget | null;
  /** The parts after the text, in order. */
  readonly parts: readonly InputPart[];
  /** JSON as typed. Empty for none. */
  readonly metadata: string;
  readonly requestMetadata: string;
  readonly referenceTaskIds: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  /** As typed. Empty for the agent's default. */
  readonly historyLength: string;
  readonly returnImmediately: boolean;
  /** The generation the task must have, as typed. Empty for any. */
  readonly ifGenerationMatch: string;
}

export const EMPTY_MESSAGE_INPUT: MessageInput = {
  operation: "stream",
  target: null,
  parts: [],
  metadata: "",
  requestMetadata: "",
  referenceTaskIds: [],
  acceptedOutputModes: [],
  historyLength: "",
  returnImmediately: false,
  ifGenerationMatch: "",
};

/** Input after a send: options on how to send are kept, content is cleared. */
export function resetMessageInput(input: MessageInput): MessageInput {
  const { operation, acceptedOutputModes, historyLength, returnImmediately } = input;
  const kept = { operation, acceptedOutputModes, historyLength, returnImmediately };
  return { ...EMPTY_MESSAGE_INPUT, ...kept };
}

/** What a message consists of. */
export interface UnsentMessage {
  /** The text in the composer. */
  readonly draft: string;
  /** Other parts and options of the message. */
  readonly messageInput: MessageInput;
}

/** Puts an unsent message back, in front of anything that was typed since. */
export function restoreUnsent(
  unsent: UnsentMessage,
  left: UnsentMessage,
  now: UnsentMessage,
): UnsentMessage {
  const draft = [unsent.draft, now.draft].filter((text) => text.trim() !== "").join("\n");
  const names = Object.keys(now.messageInput) as (keyof MessageInput)[];
  const since = names.filter((name) => now.messageInput[name] !== left.messageInput[name]);
  const changed = Object.fromEntries(since.map((name) => [name, now.messageInput[name]]));
  const parts = [...unsent.messageInput.parts, ...now.messageInput.parts];
  return { draft, messageInput: { ...unsent.messageInput, ...changed, parts: parts } };
}
