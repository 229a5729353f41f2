// What is being written to the agent besides its text: kept with the screen, so that a failed send,
// another view or another try costs nothing.
import type { SendOperation, SendTarget } from "./send-target.ts";

export interface FileInputPart {
  readonly id: string;
  readonly kind: "file";
  readonly name: string;
  readonly mediaType: string;
  /** How many bytes it has; `null` where the agent is to fetch it. */
  readonly size: number | null;
  /** Base64, or the place it lies at. */
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
  /** `null` for what is natural. */
  readonly target: SendTarget | null;
  /** What follows the text, in order. */
  readonly parts: readonly InputPart[];
  /** JSON as typed; empty for none. */
  readonly metadata: string;
  readonly requestMetadata: string;
  readonly referenceTaskIds: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  /** As typed; empty to leave it to the agent. */
  readonly historyLength: string;
  readonly returnImmediately: boolean;
  /** The generation that the task must be of, as typed; empty for any. */
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

/** What a message leaves behind: how it was sent stays chosen, what was in it does not. */
export function resetMessageInput(written: MessageInput): MessageInput {
  const { operation, acceptedOutputModes, historyLength, returnImmediately } = written;
  const kept = { operation, acceptedOutputModes, historyLength, returnImmediately };
  return { ...EMPTY_MESSAGE_INPUT, ...kept };
}

interface ComposerContent {
  readonly draft: string;
  readonly messageInput: MessageInput;
}

/** What could not be sent, before what was written since it left the box. */
export function restoreUnsent(
  unsent: ComposerContent,
  left: ComposerContent,
  now: ComposerContent,
): ComposerContent {
  const draft = [unsent.draft, now.draft].filter((text) => text.trim() !== "").join("\n");
  const names = Object.keys(now.messageInput) as (keyof MessageInput)[];
  const since = names.filter((name) => now.messageInput[name] !== left.messageInput[name]);
  const changed = Object.fromEntries(since.map((name) => [name, now.messageInput[name]]));
  const parts = [...unsent.messageInput.parts, ...now.messageInput.parts];
  return { draft, messageInput: { ...unsent.messageInput, ...changed, parts: parts } };
}
