"use client";
// The connection broke while a task was under way: take the task up again, here or elsewhere.
import { useState } from "react";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import type { Verdict } from "../../lib/lint/verdict.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { type Operation, TERMINAL_STATES, WAITING_STATES } from "../../lib/protocol/model.ts";
import { isGoingOn } from "../../lib/session/run-facts.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { isCall } from "../../lib/timeline/timeline-queries.ts";
import { useDesk } from "../command/desk.tsx";
import { taskOf } from "../library/groups.ts";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { LimitButton } from "../limits/limit-button.tsx";
import { ask } from "../operations/ask.ts";
import { useAgent, useView } from "../session.tsx";
import { wordOf } from "../timeline/verdict-words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { AboveComposer } from "./above-composer.tsx";
import { useCurl } from "./copy-curl.tsx";

export function LostBanner() {
  const { run } = useDesk();
  const scope = useView((state) => state.scope);
  const isConnected = useAgent((state) => state.endpoint !== null);
  useSlowVersion();
  const { timeline } = run.getState();
  if (isGoingOn(run.getState()) || !isConnected) return null;
  const calls = timeline.exchanges.filter(isCall);
  // What was looked up or set up since is no reason to go on.
  const exchange = scope === "all" ? calls.findLast(isStream) : timeline.exchanges[scope];
  const task = exchange && taskOf(timeline, exchange);
  if (!exchange || !task || task.id === "") return null;
  const loss = lossOf(timeline, exchange);
  if (loss !== null) {
    return isAtRest(task) ? null : (
      <Lost key={exchange.id} exchange={exchange} task={task} loss={loss} />
    );
  }
  const isTakenUp = exchange.request?.operation === "subscribe";
  const wasLost = calls.some(
    (one) =>
      one.index < exchange.index &&
      taskOf(timeline, one) === task &&
      lossOf(timeline, one) !== null,
  );
  const wasCompared = calls.some(
    (one) =>
      one.index > exchange.index &&
      one.request?.operation === "get" &&
      taskOf(timeline, one) === task,
  );
  if (!isTakenUp || !wasLost || wasCompared) return null;
  return <TakenUp key={exchange.id} task={task} isRefused={exchange.errors.count > 0} />;
}

function isStream({ request }: Exchange): boolean {
  return request === null || OF_A_TASK.has(request.operation);
}

const OF_A_TASK: ReadonlySet<Operation | null> = new Set(["send", "stream", "subscribe"]);

/** How the exchange broke off; `null` where it did not. */
function lossOf(timeline: Timeline, exchange: Exchange): Verdict | null {
  const verdict = getExchangeVerdict(timeline, exchange, timeline.lastEvent);
  return verdict.kind === "cut" || verdict.kind === "timeout" ? verdict : null;
}

function TakenUp({ task, isRefused }: { task: TaskLane; isRefused: boolean }) {
  const { screen } = useDesk();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <AboveComposer>
      <Banner
        severity="note"
        title={isRefused ? "The task was not taken up again" : "The task was taken up again"}
        onClose={() => setClosed(true)}
        actions={
          <Button variant="outline" size={24} onClick={() => screen.compareStored(task.id)}>
            Compare with the stored task <Kbd keys="g" />
          </Button>
        }
      >
        {isRefused
          ? "The agent refused to go on with it; it may be over. What it has stored can be looked up."
          : "What the agent said in between may be missing here."}
      </Banner>
    </AboveComposer>
  );
}

interface LostProps {
  exchange: Exchange;
  task: TaskLane;
  loss: Verdict;
}

function Lost({ exchange, task, loss }: LostProps) {
  const desk = useDesk();
  const call: Call = { operation: "subscribe", taskId: task.id };
  const [copied, copy] = useCurl(() => call);
  return (
    <AboveComposer>
      <Banner
        severity="error"
        title={loss.kind === "cut" ? wordOf(loss) : "Connection lost"}
        {...(loss.by === "loupe" && { who: "Loupe" })}
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => void ask(desk, call)}>
              Resubscribe
            </Button>
            <Button size={24} onClick={() => desk.screen.compareStored(task.id)}>
              Compare with the stored task
            </Button>
            <LimitButton limit={exchange.end?.record.limit} />
            <Button size={24} icon={copied ? "check" : "copy"} onClick={copy}>
              Copy as curl
            </Button>
          </>
        }
      >
        {loss.because} What was received stays.
      </Banner>
    </AboveComposer>
  );
}

function isAtRest({ state }: TaskLane): boolean {
  return state !== null && (TERMINAL_STATES.has(state) || WAITING_STATES.has(state));
}
