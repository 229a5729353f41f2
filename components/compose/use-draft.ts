"use client";
// The message being written: what it says, where it goes, how, and what was written before.
import { useMemo, useRef, useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import type { SendContext } from "../../lib/protocol/encode/unsupported-options.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { NEW_IDS } from "../../lib/session/ids.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useDesk, useScreen } from "../command/desk.tsx";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { contentOf, type Fault, faultsOf, sendOptionsOf, toBeShown } from "./sendable.ts";
import {
  idsFor,
  isPossible,
  naturalTarget,
  type SentIds,
  type Target,
  taskAtHand,
} from "./target.ts";
import { afterSending, putBack, type Written } from "./written.ts";

export interface Draft {
  readonly text: string;
  readonly written: Written;
  /** What is chosen, or natural where that is not possible. */
  readonly target: Target;
  readonly task: TaskLane | undefined;
  readonly ids: SentIds;
  readonly way: SendContext;
  /** Why it cannot go out as it stands. */
  readonly faults: readonly Fault[];
  readonly isEmpty: boolean;
  readonly sending: boolean;
  /** What would go out. */
  call(): Call;
  /** The same to be looked at: ids still to be made, large files cut short. */
  shown(): Call;
  setText(text: string): void;
  write(changed: Partial<Written>): void;
  /** An earlier message instead of the text; false where there is none. */
  recall(delta: -1 | 1): boolean;
  /** Resolves to whether it was sent. */
  send(): Promise<boolean>;
}

export function useDraft(): Draft {
  const { agent, view, store } = useDesk();
  const timeline = useRun((run) => run.timeline);
  const version = useSlowVersion();
  const scope = useView((state) => state.scope);
  const text = useScreen((state) => state.draft);
  const written = useScreen((state) => state.written);
  const way = useWay(written.operation);
  const [underWay, setUnderWay] = useState(0);
  const lastSent = useRef<Promise<unknown>>(Promise.resolve());
  const [recalled, setRecalled] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  const history = useMemo(() => sentTexts(timeline), [timeline, version]);
  const faults = useMemo(() => faultsOf(written, way), [written, way]);
  const task = taskAtHand(timeline, scope);
  const { target: chosen } = written;
  const target = chosen !== null && isPossible(chosen, task) ? chosen : naturalTarget(task);
  const ids = idsFor(target, task);
  const isEmpty = text.trim() === "" && written.pieces.length === 0;
  const setText = (draft: string) => store.setState({ draft });
  const callOf = (messageId: string, text: string, of: Written): Call => {
    const content = contentOf(text, of);
    const options = sendOptionsOf(of);
    return {
      operation: of.operation,
      message: { text, messageId, ...ids, ...(content && { content }) },
      ...(options && { options }),
    };
  };
  const call = () => {
    const { draft, written } = store.getState();
    return callOf(crypto.randomUUID(), draft, written);
  };

  return {
    text,
    written,
    target,
    task,
    ids,
    way,
    faults,
    isEmpty,
    sending: underWay > 0,
    call,
    shown: () => callOf(NEW_IDS.messageId, text, toBeShown(written)),
    setText(draft) {
      setText(draft);
      setRecalled(null);
    },
    write: (changed) => store.setState((now) => ({ written: { ...now.written, ...changed } })),
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
      const { draft, written } = store.getState();
      const isNothing = draft.trim() === "" && written.pieces.length === 0;
      if (isNothing || faultsOf(written, way).length > 0) return false;
      const message = call();
      // It leaves the box at once: what is typed from here on is the next one.
      const left = { draft: "", written: afterSending(written) };
      store.setState(left);
      setRecalled(null);
      setUnderWay((count) => count + 1);
      // In the order in which they were written.
      const sent = lastSent.current.then(() => agent.send(message));
      lastSent.current = sent;
      const exchange = await sent;
      setUnderWay((count) => count - 1);
      if (exchange === null) {
        store.setState((now) => putBack({ draft, written }, left, now));
        return false;
      }
      view.setState({ following: true, scope: "all", cursor: null, zoom: null });
      return true;
    },
  };
}

/** By what the agent would be called now. */
function useWay(operation: Written["operation"]): SendContext {
  const chosen = useAgent((state) => state.version);
  const stated = useAgent((state) => state.endpoint?.version ?? "1.0");
  const binding = useAgent((state) => state.endpoint?.binding ?? "jsonrpc");
  const version = chosen ?? stated;
  return useMemo(() => ({ operation, version, binding }), [operation, version, binding]);
}

/** The texts sent in this run, oldest first; the same one twice in a row counts once. */
function sentTexts({ exchanges }: Timeline): string[] {
  const texts: string[] = [];
  for (const { request } of exchanges) {
    const sent = request?.message ? joinPartTexts(request.message.parts) : "";
    if (sent !== "" && sent !== texts.at(-1)) texts.push(sent);
  }
  return texts;
}
