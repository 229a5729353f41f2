"use client";
// Comparison of the delivered with the stored task: a summary, then artifacts, state and history.
import { useCallback } from "react";
import type { MessageComparison } from "../../lib/timeline/compare-stored-messages.ts";
import { compareStoredTask } from "../../lib/timeline/compare-stored-task.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { PendingText, useTextRead } from "../loaded-text.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { CopyChip } from "../ui/copy.tsx";
import { EmptyState } from "../ui/status.tsx";
import { ArtifactComparisonView } from "./artifact-comparison-view.tsx";
import { ComparisonPart, DeliveryTag } from "./comparison-part.tsx";
import { formatTaskComparison } from "./comparison-summary.ts";

interface TaskComparisonProps {
  timeline: Timeline;
  lane: TaskLane;
  /** Compare as of this event. */
  n: number;
  onClose: () => void;
}

export function TaskComparison({ timeline, lane, n, onClose }: TaskComparisonProps) {
  const read = useTextRead(
    useCallback(() => compareStoredTask(timeline, lane, n), [timeline, lane, n]),
  );
  if (read.kind !== "loaded") return <PendingText read={read} />;
  const found = read.value;
  if (!found) {
    return (
      <EmptyState icon="search" title="No lookup of this task in this run">
        As of the playhead, there is no stored task to compare with.
      </EmptyState>
    );
  }
  const { artifacts, state, statusMessage, history, isProvisional, unstored, isInOrder } = found;
  return (
    <>
      <p className="text-14 font-semibold" role="status">
        {formatTaskComparison(found)}
      </p>
      <p className="mt-1 mb-2 text-12/5.5 text-fg-2">
        <CopyChip label="task" value={lane.id} /> The task as stored by the agent, compared with
        what its streams delivered here.{" "}
        {isProvisional &&
          `The task was still ${state.stored} when it was looked up, so differences may have been in transit.`}
      </p>
      {artifacts.map((artifact) => (
        <ArtifactComparisonView key={artifact.key} artifact={artifact} onClose={onClose} />
      ))}
      <ComparisonPart
        title="State"
        facts={
          <>
            <DeliveryTag verdict={state.deliveryStatus} />
            <span>
              {state.deliveryStatus === "lost"
                ? `stored as ${state.stored}, last delivered as ${state.delivered ?? "nothing"}`
                : state.stored}
            </span>
          </>
        }
      >
        {statusMessage && <ComparedMessageRow message={statusMessage} />}
      </ComparisonPart>
      <ComparisonPart
        title="History"
        facts={
          <>
            {history.length === 0 && <span>The stored task has no history.</span>}
            {!isInOrder && <span>The order differs from the order of delivery.</span>}
          </>
        }
      >
        {[...history, ...unstored].map((message, index) => (
          <ComparedMessageRow key={`${String(index)} ${message.text}`} message={message} />
        ))}
      </ComparisonPart>
    </>
  );
}

const MAX_SHOWN = 300;

function ComparedMessageRow({
  message: { role, text, deliveryStatus },
}: {
  message: MessageComparison;
}) {
  return (
    <p className="grid grid-cols-[92px_48px_minmax(0,1fr)] gap-2 py-0.75 wrap-anywhere text-fg-2">
      <DeliveryTag verdict={deliveryStatus} />
      <span className="text-fg-3">{boundText(role)}</span>
      <span dir="auto">{boundText(text, MAX_SHOWN) || "no text"}</span>
    </p>
  );
}
