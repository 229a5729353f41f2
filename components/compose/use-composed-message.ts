"use client";
// State of the message composer: text, parts, options and target, the history of sent texts, and
// sending.
import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Call } from "../../lib/protocol/call.ts";
import type { SendContext } from "../../lib/protocol/encode/unsupported-options.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { findCurrentTask } from "../../lib/session/current-task.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useRun, useView } from "../session.tsx";
import { useRunFact } from "../use-throttled-version.ts";
import { getComposeStore } from "./compose-store.ts";
import type { MessageInput } from "./message-input.ts";
import {
  getDefaultTarget,
  getSentIds,
  getTargetKey,
  isTargetPossible,
  type SendTarget,
  type SentIds,
} from "./send-target.ts";
import {
  type MessageInputError,
  toMessageContent,
  toSendOptions,
  truncateForPreview,
  validateMessage,
} from "./validate-message.ts";

export interface ComposedMessage {
  readonly text: string;
  readonly input: MessageInput;
  /** The chosen target, or the default if that is not possible. */
  readonly target: SendTarget;
  readonly task: TaskLane | undefined;
  readonly ids: SentIds;
  readonly callStyle: SendContext;
  /** Why the message cannot be sent. */
  readonly errors: readonly MessageInputError[];
  readonly isEmpty: boolean;
  readonly sending: boolean;
  /** The call that would be sent. */
  createCall(): Call;
  /** The same for display: with placeholders for IDs, and large files truncated. */
  createPreviewCall(): Call;
  setText(text: string): void;
  updateInput(changed: Partial<MessageInput>): void;
  /** Puts an earlier message into the text box. Returns false if there is none. */
  recall(delta: -1 | 1): boolean;
  /** Resolves to whether it was sent. */
  send(): Promise<boolean>;
}

export function useComposedMessage(): ComposedMessage {
  const app = useAppContext();
  const { agent, view } = app;
  const store = getComposeStore(app);
  const timeline = useRun((run) => run.timeline);
  const scope = useView((state) => state.scope);
  const text = useStore(store, ({ draft }) => draft);
  const input = useStore(store, ({ messageInput }) => messageInput);
  const { setDraft, updateInput, takeMessage } = store.getState();
  const sendContext = useCallStyle(input.operation);
  const [pendingSends, setPendingSends] = useState(0);
  const lastSent = useRef<Promise<unknown>>(Promise.resolve());
  const [recalled, setRecalled] = useState<number | null>(null);
  const errors = useMemo(() => validateMessage(input, sendContext), [input, sendContext]);
  useRunFact(() => getTargetKey(findCurrentTask(timeline, scope)));
  const task = findCurrentTask(timeline, scope);
  const { target: chosen } = input;
  const target =
    chosen !== null && isTargetPossible(chosen, task) ? chosen : getDefaultTarget(task);
  const ids = getSentIds(target, task);
  const isEmpty = text.trim() === "" && input.parts.length === 0;
  const buildCall = (messageId: string, text: string, input: MessageInput): Call => {
    const content = toMessageContent(text, input);
    const options = toSendOptions(input);
    return {
      operation: input.operation,
      message: { text, messageId, ...ids, ...(content && { content }) },
      ...(options && { options }),
    };
  };
  const createCall = () => {
    const { draft, messageInput: input } = store.getState();
    return buildCall(crypto.randomUUID(), draft, input);
  };

  return {
    text,
    input,
    target,
    task,
    ids,
    callStyle: sendContext,
    errors,
    isEmpty,
    sending: pendingSends > 0,
    createCall,
    createPreviewCall: () => buildCall(ID_PLACEHOLDERS.messageId, text, truncateForPreview(input)),
    setText(draft) {
      setDraft(draft);
      setRecalled(null);
    },
    updateInput,
    recall(delta) {
      const history = getSentTexts(timeline);
      const isRecalled = recalled !== null && history[recalled] === text;
      if (text !== "" && !isRecalled) return false;
      const next = (isRecalled ? recalled : history.length) + delta;
      if (next < 0 || next > history.length) return isRecalled;
      setDraft(history[next] ?? "");
      setRecalled(next);
      return true;
    },
    async send() {
      const { draft, messageInput: input } = store.getState();
      const isBlank = draft.trim() === "" && input.parts.length === 0;
      if (isBlank || validateMessage(input, sendContext).length > 0) return false;
      const message = createCall();
      const taken = takeMessage();
      setRecalled(null);
      setPendingSends((count) => count + 1);
      // Messages are sent in the order they were input.
      const sent = lastSent.current.then(() => agent.send(message));
      lastSent.current = sent;
      const exchange = await sent;
      setPendingSends((count) => count - 1);
      if (exchange === null) {
        taken.restore();
        return false;
      }
      view.setState({ following: true, scope: "all", cursor: null, zoom: null });
      return true;
    },
  };
}

/** The version and binding of the next call. */
function useCallStyle(operation: MessageInput["operation"]): SendContext {
  const chosen = useAgent((state) => state.version);
  const cardVersion = useAgent((state) => state.endpoint?.version ?? "1.0");
  const binding = useAgent((state) => state.endpoint?.binding ?? "jsonrpc");
  const version = chosen ?? cardVersion;
  return useMemo(() => ({ operation, version, binding }), [operation, version, binding]);
}

/** The texts sent in this run, oldest first, without consecutive duplicates. */
function getSentTexts({ exchanges }: Timeline): string[] {
  const texts: string[] = [];
  for (const { request } of exchanges) {
    const sent = request?.message ? joinPartTexts(request.message.parts) : "";
    if (sent !== "" && sent !== texts.at(-1)) texts.push(sent);
  }
  return texts;
}

/** What the empty text box says. */
export function describeTarget({ target, task }: ComposedMessage): string {
  if (target === "continue") return "Reply to the task…";
  if (target === "insist")
    return `Message the ${task?.stateLabel} task to see how the agent responds…`;
  return "Message the agent…";
}
