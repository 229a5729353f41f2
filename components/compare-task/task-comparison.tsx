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
import { formatTaskComparison } from "./comparison-summary.ts";
import { DeliveryTag } from "./delivery-tag.tsx";

export interface TaskComparisonProps {
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
      <p className="compare-summary" role="status">
        {formatTaskComparison(found)}
      </p>
      <p className="compare-what">
        <CopyChip label="task" value={lane.id} /> The task as stored by the agent, compared with
        what its streams delivered here.{" "}
        {isProvisional &&
          `The task was still ${state.stored} when it was looked up, so differences may have been in transit.`}
      </p>
      {artifacts.map((artifact) => (
        <ArtifactComparisonView key={artifact.key} artifact={artifact} onClose={onClose} />
      ))}
      <section className="compare-part" aria-label="State">
        <header>
          <h3>State</h3>
          <DeliveryTag verdict={state.deliveryStatus} />
          <span>
            {state.deliveryStatus === "lost"
              ? `stored as ${state.stored}, last delivered as ${state.delivered ?? "nothing"}`
              : state.stored}
          </span>
        </header>
        {statusMessage && <ComparedMessageRow message={statusMessage} />}
      </section>
      <section className="compare-part" aria-label="History">
        <header>
          <h3>History</h3>
          {history.length === 0 && <span>The stored task has no history.</span>}
          {!isInOrder && <span>The order differs from the order of delivery.</span>}
        </header>
        {[...history, ...unstored].map((message, index) => (
          <ComparedMessageRow key={`${String(index)} ${message.text}`} message={message} />
        ))}
      </section>
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
    <p className="compare-message">
      <DeliveryTag verdict={deliveryStatus} />
      <span className="compare-role">{boundText(role)}</span>
      <span dir="auto">{boundText(text, MAX_SHOWN) || "no text"}</span>
    </p>
  );
}
