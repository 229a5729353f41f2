"use client";
// The message being written: its text, where it goes, how, and what was written before.
import { useMemo, useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { textOf } from "../../lib/protocol/parts.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useDesk, useScreen } from "../command/desk.tsx";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useRun, useView } from "../session.tsx";
import {
  callFor,
  isPossible,
  naturalTarget,
  type Operation,
  type Target,
  taskAtHand,
} from "./target.ts";

export interface Draft {
  readonly text: string;
  readonly operation: Operation;
  readonly target: Target;
  readonly task: TaskLane | undefined;
  readonly sending: boolean;
  /** What would go out; without ids of its own, these are still to be made. */
  call(messageId?: string): Call;
  setText(text: string): void;
  setOperation(operation: Operation): void;
  setTarget(target: Target): void;
  /** An earlier message instead of the text; false where there is none. */
  recall(delta: -1 | 1): boolean;
  send(): Promise<void>;
}

export function useDraft(): Draft {
  const { agent, view, store } = useDesk();
  const timeline = useRun((run) => run.timeline);
  const version = useSlowVersion();
  const scope = useView((state) => state.scope);
  const text = useScreen((state) => state.draft);
  const [operation, setOperation] = useState<Operation>("stream");
  const [chosen, setTarget] = useState<Target | null>(null);
  const [sending, setSending] = useState(false);
  const [recalled, setRecalled] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  const history = useMemo(() => sentTexts(timeline), [timeline, version]);
  const task = taskAtHand(timeline, scope);
  const target = chosen !== null && isPossible(chosen, task) ? chosen : naturalTarget(task);
  const setText = (draft: string) => store.setState({ draft });
  const call = (messageId?: string) => callFor(text, operation, target, task, messageId);

  return {
    text,
    operation,
    target,
    task,
    sending,
    call,
    setText(draft) {
      setText(draft);
      setRecalled(null);
    },
    setOperation,
    setTarget,
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
      if (text.trim() === "" || sending) return;
      setSending(true);
      const exchange = await agent.send(call(crypto.randomUUID()));
      setSending(false);
      if (exchange === null) return;
      setText("");
      setTarget(null);
      setRecalled(null);
      view.setState({ following: true, scope: "all", cursor: null, zoom: null });
    },
  };
}

/** The texts sent in this run, oldest first; the same one twice in a row counts once. */
function sentTexts({ exchanges }: Timeline): string[] {
  const texts: string[] = [];
  for (const { request } of exchanges) {
    const sent = request?.message ? textOf(request.message.parts) : "";
    if (sent !== "" && sent !== texts.at(-1)) texts.push(sent);
  }
  return texts;
}
