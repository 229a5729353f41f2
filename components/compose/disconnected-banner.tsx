"use client";
// Banner shown when the connection broke while a task was running. Offers to resubscribe, and
// afterwards to compare with the stored task.
import { useState } from "react";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { getVerdictTone } from "../../lib/lint/verdict/verdict-words.ts";
import type { Verdict } from "../../lib/lint/verdict.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { type Operation, TERMINAL_STATES, WAITING_STATES } from "../../lib/protocol/model.ts";
import { getExchangeTask } from "../../lib/session/current-task.ts";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { sendOperation } from "../../lib/session/send-operation.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { LimitButton } from "../limits/limit-button.tsx";
import { useCopyCurl } from "../request/copy-curl.tsx";
import { useAgent, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { NoticeArea } from "../ui/notice-area.tsx";
import { useRunFact, useThrottledVersion } from "../use-throttled-version.ts";

export function DisconnectedBanner() {
  const { run } = useAppContext();
  const isConnected = useAgent((state) => state.endpoint !== null);
  const isOver = useRunFact(() => !isInProgress(run.getState()));
  return isConnected && isOver ? <LossNotice /> : null;
}

function LossNotice() {
  const scope = useView((state) => state.scope);
  const { timeline } = useThrottledVersion();
  const { callTree, lastEvent } = timeline;
  const calls = callTree.listUserCalls(timeline.exchanges.filter(isCall), lastEvent);
  // Lookups and push configurations since then do not count.
  const exchange = scope === "all" ? calls.findLast(isStreamExchange) : timeline.exchanges[scope];
  const task = exchange && getExchangeTask(timeline, exchange);
  if (!exchange || !task || task.id === "") return null;
  const loss = findLossVerdict(timeline, exchange);
  if (loss !== null) {
    return isTerminalOrWaiting(task) ? null : (
      <LostStream key={exchange.id} exchange={exchange} task={task} loss={loss} />
    );
  }
  const isResumed = exchange.request?.operation === "subscribe";
  const wasLost = calls.some(
    (one) =>
      one.index < exchange.index &&
      getExchangeTask(timeline, one) === task &&
      findLossVerdict(timeline, one) !== null,
  );
  const wasCompared = calls.some(
    (one) =>
      one.index > exchange.index &&
      one.request?.operation === "get" &&
      getExchangeTask(timeline, one) === task,
  );
  if (!isResumed || !wasLost || wasCompared) return null;
  return <ResumedNotice key={exchange.id} task={task} isRefused={exchange.errors.count > 0} />;
}

function isStreamExchange({ request }: Exchange): boolean {
  return request === null || TASK_OPERATIONS.has(request.operation);
}

const TASK_OPERATIONS: ReadonlySet<Operation | null> = new Set(["send", "stream", "subscribe"]);

/** Verdict of a broken exchange. `null` if it did not break. */
function findLossVerdict(timeline: Timeline, exchange: Exchange): Verdict | null {
  const verdict = getExchangeVerdict(timeline, exchange, timeline.lastEvent);
  return verdict.kind === "cut" || verdict.kind === "timeout" ? verdict : null;
}

function ResumedNotice({ task, isRefused }: { task: TaskLane; isRefused: boolean }) {
  const { actions } = useAppContext();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <NoticeArea>
      <Banner
        severity="note"
        title={isRefused ? "Couldn't resubscribe to the task" : "Resubscribed to the task"}
        onClose={() => setClosed(true)}
        actions={
          <Button variant="outline" size={24} onClick={() => actions.compareStoredTask(task.id)}>
            Compare with the stored task <Kbd keys="g" />
          </Button>
        }
      >
        {isRefused
          ? "The agent refused. The task may be finished; you can look up the stored task."
          : "Events sent in between may be missing here."}
      </Banner>
    </NoticeArea>
  );
}

interface LostStreamProps {
  exchange: Exchange;
  task: TaskLane;
  loss: Verdict;
}

function LostStream({ exchange, task, loss }: LostStreamProps) {
  const app = useAppContext();
  const call: Call = { operation: "subscribe", taskId: task.id };
  const [copied, copy] = useCopyCurl(() => call);
  return (
    <NoticeArea>
      <Banner
        severity={getVerdictTone(loss) === "bad" ? "error" : "note"}
        title="The task may go on without this connection"
        {...(loss.by === "loupe" && { who: "Loupe" })}
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => void sendOperation(app, call)}>
              Resubscribe
            </Button>
            <Button size={24} onClick={() => app.actions.compareStoredTask(task.id)}>
              Compare with the stored task
            </Button>
            <LimitButton limit={exchange.end?.record.limit} />
            <Button size={24} icon={copied ? "check" : "copy"} onClick={copy}>
              Copy as curl
            </Button>
          </>
        }
      >
        Everything received so far is kept.
      </Banner>
    </NoticeArea>
  );
}

function isTerminalOrWaiting({ state }: TaskLane): boolean {
  return state !== null && (TERMINAL_STATES.has(state) || WAITING_STATES.has(state));
}
