"use client";
// The connection broke while a task was under way: take the task up again, here or elsewhere.
import { exchangeVerdict } from "../../lib/lint/verdict.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { INTERRUPTED_STATES, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { isCall } from "../../lib/timeline/read.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useDesk } from "../command/desk.tsx";
import { taskOf } from "../library/groups.ts";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useAgent, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { AboveComposer } from "./above-composer.tsx";
import { useCurl } from "./copy-curl.tsx";

export function LostBanner() {
  const { run } = useDesk();
  const scope = useView((state) => state.scope);
  const isConnected = useAgent((state) => state.endpoint !== null);
  useSlowVersion();
  const { timeline, live } = run.getState();
  if (live || !isConnected) return null;
  const calls = timeline.exchanges.filter(isCall);
  const exchange = scope === "all" ? calls.at(-1) : timeline.exchanges[scope];
  const task = exchange && taskOf(timeline, exchange);
  if (!exchange || !task || task.id === "" || isAtRest(task)) return null;
  const { kind, because } = exchangeVerdict(timeline, exchange, timeline.lastEvent);
  if (kind !== "cut" && kind !== "timeout") return null;
  return <Lost key={exchange.id} task={task} because={because} />;
}

function Lost({ task, because }: { task: TaskLane; because: string }) {
  const { agent, view } = useDesk();
  const call: Call = { operation: "subscribe", taskId: task.id };
  const [copied, copy] = useCurl(() => call);
  const resubscribe = async () => {
    const exchange = await agent.send(call);
    if (exchange !== null) view.setState({ scope: "all", cursor: null, following: true });
  };
  return (
    <AboveComposer>
      <Banner
        severity="error"
        title="Connection lost"
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => void resubscribe()}>
              Resubscribe
            </Button>
            <Button size={24} icon={copied ? "check" : "copy"} onClick={copy}>
              Copy as curl
            </Button>
          </>
        }
      >
        {because} What was received stays.
      </Banner>
    </AboveComposer>
  );
}

function isAtRest({ state }: TaskLane): boolean {
  return state !== null && (TERMINAL_STATES.has(state) || INTERRUPTED_STATES.has(state));
}
