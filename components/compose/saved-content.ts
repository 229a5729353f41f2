/**
 * Saves what is in the composer, puts saved content into it, and sends saved content as if it had been
 * typed.
 */

import type { Call } from "../../lib/protocol/call.ts";
import { readRecordedCall } from "../../lib/protocol/call-from-recording.ts";
import type { SendContext } from "../../lib/protocol/encode/unsupported-options.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { EMPTY_MESSAGE } from "../../lib/requests/saved-request.ts";
import type {
  ExactRequest,
  RequestContent,
  SavedMessage,
  SavedPart,
} from "../../lib/requests/schemas.ts";
import { findCurrentTask } from "../../lib/session/current-task.ts";
import type { AppContext } from "../app-shell/feature.ts";
import {
  findMasks,
  findRequestError,
  getNotEditableReason,
  isJsonOrEmpty,
  parseGrpcBody,
  renewIds,
  toEditableRecordedRequest,
  toOutgoingRequest,
} from "../request/editable-request.ts";
import { toEditableSavedRequest, toExactRequest } from "../request/saved-content.ts";
import { showToast } from "../ui/toast.tsx";
import { getComposeStore } from "./compose-store.ts";
import { EMPTY_MESSAGE_INPUT, type MessageInput } from "./message-input.ts";
import { getDefaultTarget, getSentIds } from "./send-target.ts";
import { toMessageContent, toSendOptions, validateMessage } from "./validate-message.ts";

/** What is in the composer, or in the editor if that is open; `null` if it is empty. */
function getDraftContent(app: AppContext): RequestContent | null {
  const { raw, draft, messageInput } = getComposeStore(app).getState();
  if (raw) return toExactRequest(raw);
  if (draft.trim() === "" && messageInput.parts.length === 0) return null;
  return toSavedMessage(draft, messageInput);
}

/** Opens the save dialog with what is in the composer. */
export function saveDraft(app: AppContext): void {
  const content = getDraftContent(app);
  if (content === null) showToast({ text: "Nothing to save: write a message first." });
  else app.dialogs.getState().openDialog("save-request", { content });
}

/**
 * Opens the save dialog with the request of an exchange: its message if it sends one, without the ids
 * of its run, or else the request as sent.
 */
export function saveExchange(app: AppContext, id: string): void {
  const record = app.run.getState().timeline.exchangeById.get(id)?.open.record;
  if (!record) return;
  const recorded = readRecordedCall(record);
  const call = typeof recorded === "object" && recorded !== null ? recorded.call : null;
  const isMessage = call !== null && "message" in call;
  const reason = isMessage ? null : getNotEditableReason(record);
  if (reason !== null) return showToast({ text: `Can't save: ${reason}` });
  const content = isMessage
    ? toSavedCall(call)
    : toExactRequest(toEditableRecordedRequest(record, app.agent.addPlaceholders));
  app.dialogs.getState().openDialog("save-request", { content });
}

function toSavedMessage(text: string, input: MessageInput): SavedMessage {
  const { operation, metadata, requestMetadata, acceptedOutputModes } = input;
  const { historyLength, returnImmediately } = input;
  const parts = input.parts.map(({ id: _, ...part }): SavedPart => part);
  const options = { acceptedOutputModes, historyLength, returnImmediately };
  return { kind: "message", text, operation, parts, metadata, requestMetadata, ...options };
}

type SendCall = Extract<Call, { readonly operation: "send" | "stream" }>;

function toSavedCall({ operation, message, options }: SendCall): SavedMessage {
  const { parts = [], metadata = {} } = message.content ?? {};
  const format = (value: object = {}) =>
    Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : "";
  return {
    ...EMPTY_MESSAGE,
    text: message.text,
    operation,
    parts: parts.flatMap(toSavedPart),
    metadata: format(metadata),
    requestMetadata: format(options?.metadata),
    acceptedOutputModes: options?.acceptedOutputModes ?? [],
    historyLength: options?.historyLength === undefined ? "" : String(options.historyLength),
    returnImmediately: options?.returnImmediately === true,
  };
}

function toSavedPart(part: Part): SavedPart[] {
  if (part.kind === "data") return [{ kind: "data", json: JSON.stringify(part.data, null, 2) }];
  if (part.kind !== "file") return [];
  const { name = "", mediaType = "", bytes, uri } = part;
  const file = { kind: "file", name, mediaType } as const;
  if (bytes !== undefined) {
    return [{ ...file, size: Math.floor((bytes.length * 3) / 4), source: { bytes } }];
  }
  return uri === undefined ? [] : [{ ...file, size: null, source: { uri } }];
}

/** Puts the content into the composer, or into the request editor. What was there can be restored. */
export function openContent(app: AppContext, content: RequestContent): void {
  const store = getComposeStore(app);
  const compose = store.getState();
  const { draft, messageInput, raw } = compose;
  const hasMessage = draft.trim() !== "" || messageInput.parts.length > 0;
  // The editor opens over a message, which stays.
  if (raw !== null || (hasMessage && content.kind === "message")) {
    showToast({
      text: raw ? "Replaced the request in the editor" : "Replaced the message in the composer",
      action: { label: "Undo", run: () => store.setState({ draft, messageInput, raw }) },
    });
  }
  if (content.kind === "request") {
    compose.editRequest(toEditableSavedRequest(content));
  } else {
    compose.closeEditor();
    compose.setDraft(content.text);
    compose.updateInput(toMessageInput(content));
  }
  const { closeSheet, showTimeline } = app.layout.getState();
  closeSheet();
  showTimeline();
}

function toMessageInput(message: SavedMessage): MessageInput {
  const { kind: _, text: __, parts, ...options } = message;
  return {
    ...EMPTY_MESSAGE_INPUT,
    ...options,
    parts: parts.map((part) => ({ ...part, id: crypto.randomUUID() })),
  };
}

/** Sends the content. Resolves to why it was not sent, or to `null`. */
export async function sendContent(
  app: AppContext,
  content: RequestContent,
): Promise<string | null> {
  const sent =
    content.kind === "message" ? sendSavedMessage(app, content) : sendExactRequest(app, content);
  if (typeof sent === "string") return sent;
  const exchange = await sent;
  if (exchange === null) return formatSendProblem(app);
  app.view.setState({ following: true, scope: "all", cursor: null, zoom: null });
  return null;
}

function sendSavedMessage(app: AppContext, message: SavedMessage): Promise<string | null> | string {
  const { agent, run, view } = app;
  const context = getSendContext(app, message.operation);
  if (context === null) return "Connect to an agent first.";
  if (findMasks({ method: "", url: "", headers: "", body: JSON.stringify(message) }).length > 0) {
    return MASKED_REASON;
  }
  const input = toMessageInput(message);
  const [error] = validateMessage(input, context);
  if (error) return error.message;
  const { text, operation } = message;
  const task = findCurrentTask(run.getState().timeline, view.getState().scope);
  const ids = getSentIds(getDefaultTarget(task), task);
  const options = toSendOptions(input);
  const body = toMessageContent(text, input);
  const messageId = crypto.randomUUID();
  return agent.send({
    operation,
    message: { text, messageId, ...ids, ...(body && { content: body }) },
    ...(options && { options }),
  });
}

const MASKED_REASON = "A secret is masked. Open it in the composer and enter the secret again.";

function getSendContext({ agent }: AppContext, operation: SendContext["operation"]) {
  const { endpoint, version } = agent.getState();
  return endpoint && { operation, version: version ?? endpoint.version, binding: endpoint.binding };
}

function sendExactRequest(app: AppContext, request: ExactRequest): Promise<string | null> | string {
  if (app.agent.getState().endpoint === null) return "Connect to an agent first.";
  const raw = renewIds(toEditableSavedRequest(request), () => crypto.randomUUID());
  const error = findRequestError(raw);
  if (error !== null) return error;
  if (findMasks(raw).length > 0) return MASKED_REASON;
  if (request.isGrpc) {
    const encoded = parseGrpcBody(raw);
    if (typeof encoded === "string") return encoded;
  } else if (!isJsonOrEmpty(raw)) {
    return "The body is not valid JSON. To send it anyway, open it in the editor.";
  }
  return app.agent.sendRaw(toOutgoingRequest(raw));
}

function formatSendProblem({ agent }: AppContext): string {
  const problem = agent.getState().sendProblem;
  return problem ? `${problem.title}: ${problem.what}` : "It was not sent.";
}
