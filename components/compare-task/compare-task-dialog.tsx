"use client";
// Dialog that compares the stored task with what was delivered of it.
import { useState } from "react";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { ComparedTask } from "../app-shell/dialogs.ts";
import { useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState, Waiting } from "../ui/status.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { PushComparisonView } from "./push-comparison-view.tsx";
import { TaskComparison } from "./task-comparison.tsx";

export default function CompareTaskDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const compared = useDialogParameters("compare");
  return (
    <Dialog open={open} onClose={onClose} title="Compare with stored task" width="w-215">
      {compared && (
        <CompareTaskBody
          key={compared.exchange ?? compared.taskId}
          compared={compared}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function CompareTaskBody({ compared, onClose }: { compared: ComparedTask; onClose: () => void }) {
  const { run } = useAppContext();
  useThrottledVersion();
  const { timeline } = run.getState();
  const { taskId, exchange: id } = compared;
  const lane = timeline.taskByKey.get(taskId);
  const exchange = id === null ? undefined : timeline.exchangeById.get(id);
  if (id !== null && !exchange?.end) {
    return <Waiting>Looking up the task…</Waiting>;
  }
  const isRefused = exchange && !exchange.taskSet.has(lane?.index ?? -1);
  return (
    <>
      {isRefused && (
        <Banner severity="error" title="Couldn't look up the task" who="Agent">
          {getExchangeVerdict(timeline, exchange, timeline.lastEvent).because} The stored task is
          unknown; what was delivered is unchanged.
        </Banner>
      )}
      {!isRefused && !lane && <EmptyState icon="search" title="No such task in this run" />}
      {lane && <ComparisonSides lane={lane} isKnown={!isRefused} onClose={onClose} />}
    </>
  );
}

interface ComparisonSidesProps {
  lane: TaskLane;
  /** The lookup succeeded. */
  isKnown: boolean;
  onClose: () => void;
}

function ComparisonSides({ lane, isKnown, onClose }: ComparisonSidesProps) {
  const { run } = useAppContext();
  const { timeline } = run.getState();
  const cursor = useView((view) => view.cursor);
  // Fixed at the last event on opening, so that the comparison does not change while it is read.
  const [last] = useState(timeline.lastEvent);
  const n = cursor === null ? last : Math.min(cursor, last);
  return (
    <>
      {isKnown && <TaskComparison timeline={timeline} lane={lane} n={n} onClose={onClose} />}
      <PushComparisonView timeline={timeline} lane={lane} n={n} />
    </>
  );
}
