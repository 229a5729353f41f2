"use client";
// The stored task beside what was delivered of it, once it was looked up.
import { useState } from "react";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import type { ComparedTask } from "../app-shell/screen-state.ts";
import { useThrottledVersion } from "../library/use-throttled-version.ts";
import { useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState, Spinner } from "../ui/status.tsx";
import { PushComparisonView } from "./push-comparison-view.tsx";
import { TaskComparison } from "./task-comparison.tsx";

export default function CompareTaskDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const compared = useScreen((state) => state.compared);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Compared with the stored task"
      className="compare-stored"
    >
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
    return (
      <p className="compare-wait">
        <Spinner size={14} label="Running" /> The task is being looked up.
      </p>
    );
  }
  const isRefused = exchange && !exchange.taskSet.has(lane?.index ?? -1);
  return (
    <>
      {isRefused && (
        <Banner severity="error" title="The task could not be looked up" who="Agent">
          {getExchangeVerdict(timeline, exchange, timeline.lastEvent).because} Nothing can be said
          of what is stored; what was delivered stays as it is.
        </Banner>
      )}
      {!isRefused && !lane && <EmptyState icon="search" title="This run knows no such task" />}
      {lane && <ComparisonSides lane={lane} isKnown={!isRefused} onClose={onClose} />}
    </>
  );
}

interface ComparisonSidesProps {
  lane: TaskLane;
  /** It could be looked up. */
  isKnown: boolean;
  onClose: () => void;
}

function ComparisonSides({ lane, isKnown, onClose }: ComparisonSidesProps) {
  const { run } = useAppContext();
  const { timeline } = run.getState();
  const cursor = useView((view) => view.cursor);
  // What comes while it is read would change it under the reader's eyes.
  const [last] = useState(timeline.lastEvent);
  const n = cursor === null ? last : Math.min(cursor, last);
  return (
    <>
      {isKnown && <TaskComparison timeline={timeline} lane={lane} n={n} onClose={onClose} />}
      <PushComparisonView timeline={timeline} lane={lane} n={n} />
    </>
  );
}
