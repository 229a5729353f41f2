"use client";
// The message being written: what it says, where it goes, how, and what was written before.
import { useMemo, useRef, useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import type { SendContext } from "../../lib/protocol/encode/unsupported-options.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import { useThrottledVersion } from "../library/use-throttled-version.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { type MessageInput, resetMessageInput, restoreUnsent } from "./message-input.ts";
import {
  findCurrentTask,
  getDefaultTarget,
  getSentIds,
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
  /** What is chosen, or natural where that is not possible. */
  readonly target: SendTarget;
  readonly task: TaskLane | undefined;
  readonly ids: SentIds;
  readonly callStyle: SendContext;
  /** Why it cannot go out as it stands. */
  readonly errors: readonly MessageInputError[];
  readonly isEmpty: boolean;
  readonly sending: boolean;
  /** What would go out. */
  createCall(): Call;
  /** The same to be looked at: ids still to be made, large files cut short. */
  createPreviewCall(): Call;
  setText(text: string): void;
  updateInput(changed: Partial<MessageInput>): void;
  /** An earlier message instead of the text; false where there is none. */
  recall(delta: -1 | 1): boolean;
  /** Resolves to whether it was sent. */
  send(): Promise<boolean>;
}

export function useComposedMessage(): ComposedMessage {
  const { agent, view, store } = useAppContext();
  const timeline = useRun((run) => run.timeline);
  const version = useThrottledVersion();
  const scope = useView((state) => state.scope);
  const text = useScreen((state) => state.draft);
  const written = useScreen((state) => state.messageInput);
  const way = useCallStyle(written.operation);
  const [underWay, setUnderWay] = useState(0);
  const lastSent = useRef<Promise<unknown>>(Promise.resolve());
  const [recalled, setRecalled] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  const history = useMemo(() => getSentTexts(timeline), [timeline, version]);
  const faults = useMemo(() => validateMessage(written, way), [written, way]);
  const task = findCurrentTask(timeline, scope);
  const { target: chosen } = written;
  const target =
    chosen !== null && isTargetPossible(chosen, task) ? chosen : getDefaultTarget(task);
  const ids = getSentIds(target, task);
  const isEmpty = text.trim() === "" && written.parts.length === 0;
  const setText = (draft: string) => store.setState({ draft });
  const callOf = (messageId: string, text: string, of: MessageInput): Call => {
    const content = toMessageContent(text, of);
    const options = toSendOptions(of);
    return {
      operation: of.operation,
      message: { text, messageId, ...ids, ...(content && { content }) },
      ...(options && { options }),
    };
  };
  const call = () => {
    const { draft, messageInput: written } = store.getState();
    return callOf(crypto.randomUUID(), draft, written);
  };

  return {
    text,
    input: written,
    target,
    task,
    ids,
    callStyle: way,
    errors: faults,
    isEmpty,
    sending: underWay > 0,
    createCall: call,
    createPreviewCall: () => callOf(ID_PLACEHOLDERS.messageId, text, truncateForPreview(written)),
    setText(draft) {
      setText(draft);
      setRecalled(null);
    },
    updateInput: (changed) =>
      store.setState((now) => ({ messageInput: { ...now.messageInput, ...changed } })),
    recall(delta) {
      const isRecalled = recalled !== null && history[recalled] === text;
      if (text !== "" && !isRecalled) return false;
      const next = (isRecalled ? recalled : history.length) + delta;
      if (next < 0 || next > history.length) return isRecalled;
      setText(history[next] ?? "");
      setRecalled(next);
      return true;
    },
    async send() {
      const { draft, messageInput: written } = store.getState();
      const isNothing = draft.trim() === "" && written.parts.length === 0;
      if (isNothing || validateMessage(written, way).length > 0) return false;
      const message = call();
      // It leaves the box at once: what is typed from here on is the next one.
      const left = { draft: "", messageInput: resetMessageInput(written) };
      store.setState(left);
      setRecalled(null);
      setUnderWay((count) => count + 1);
      // In the order in which they were written.
      const sent = lastSent.current.then(() => agent.send(message));
      lastSent.current = sent;
      const exchange = await sent;
      setUnderWay((count) => count - 1);
      if (exchange === null) {
        store.setState((now) => restoreUnsent({ draft, messageInput: written }, left, now));
        return false;
      }
      view.setState({ following: true, scope: "all", cursor: null, zoom: null });
      return true;
    },
  };
}

/** By what the agent would be called now. */
function useCallStyle(operation: MessageInput["operation"]): SendContext {
  const chosen = useAgent((state) => state.version);
  const stated = useAgent((state) => state.endpoint?.version ?? "1.0");
  const binding = useAgent((state) => state.endpoint?.binding ?? "jsonrpc");
  const version = chosen ?? stated;
  return useMemo(() => ({ operation, version, binding }), [operation, version, binding]);
}

/** The texts sent in this run, oldest first; the same one twice in a row counts once. */
function getSentTexts({ exchanges }: Timeline): string[] {
  const texts: string[] = [];
  for (const { request } of exchanges) {
    const sent = request?.message ? joinPartTexts(request.message.parts) : "";
    if (sent !== "" && sent !== texts.at(-1)) texts.push(sent);
  }
  return texts;
}
