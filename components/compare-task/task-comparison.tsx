"use client";
// Comparison of the delivered with the stored task: a summary, then artifacts, state and history.
import { useCallback } from "react";
import type { MessageComparison } from "../../lib/timeline/compare-stored-messages.ts";
import {
  type ArtifactComparison,
  compareStoredTask,
  type DeliveryStatus,
} from "../../lib/timeline/compare-stored-task.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { ComparedSegment } from "../../lib/timeline/text-gaps.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { PendingText, useTextRead } from "../loaded-text.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CollapsedText, MAX_DIFF_SEGMENT_LENGTH } from "../ui/collapsed-text.tsx";
import { CopyChip } from "../ui/copy.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { ComparisonPart, DeliveryTag } from "./comparison-part.tsx";
import { formatTaskComparison, getAmount } from "./comparison-summary.ts";

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

interface ArtifactComparisonViewProps {
  artifact: ArtifactComparison;
  onClose: () => void;
}

/**
 * Comparison of one artifact: its stored text with the lost parts marked, and links to the gaps.
 */
function ArtifactComparisonView({ artifact, onClose }: ArtifactComparisonViewProps) {
  const { artifactId, name, otherName, deliveryStatus, text, gapEvents, parts } = artifact;
  const events = new Map(gapEvents.map(({ segment, event }) => [segment, event]));
  const title = boundText(name ?? artifactId);
  const isWhole = text.lost + text.only === 0;
  return (
    <ComparisonPart
      label={`Artifact ${title}`}
      title={title}
      mono
      facts={
        <>
          <DeliveryTag verdict={deliveryStatus} />
          <span>{formatAmounts(artifact)}</span>
        </>
      }
    >
      {otherName !== null && (
        <p className="text-fg-2">
          Streamed under the name <span className="mono">{boundText(otherName)}</span>.
        </p>
      )}
      {parts.lost + parts.only > 0 && (
        <p className="text-fg-2">
          Non-text parts: {parts.stored} stored, {parts.lost} lost here, {parts.only} delivered but
          not stored.
        </p>
      )}
      {!isWhole && (
        <>
          <div className={STORED_TEXT} dir="auto">
            {text.segments.map((segment, index) => (
              <ComparedSegmentView
                key={String(index)}
                segment={segment}
                verdict={deliveryStatus}
                event={events.get(index)}
                isFirst={index === 0}
                isLast={index === text.segments.length - 1}
                onClose={onClose}
              />
            ))}
          </div>
          {!text.isFineGrained && (
            <p className="text-fg-2">Too many differences for a word-by-word comparison.</p>
          )}
        </>
      )}
    </ComparisonPart>
  );
}

function formatAmounts(artifact: ArtifactComparison): string {
  const { stored, recovered, text, deliveryStatus } = artifact;
  if (deliveryStatus === "complete") return formatQuantity(stored, "character");
  const amounts = (["recovered", "lost", "only"] as const)
    // Recovered text counts as lost by the earlier streams.
    .filter((of) =>
      of === "lost" && deliveryStatus === "recovered" ? false : getAmount(artifact, of) > 0,
    )
    .map((of) => `${formatCount(getAmount(artifact, of))} ${AMOUNT_LABELS[of]}`);
  if (recovered + text.lost + text.only === 0) return formatQuantity(stored, "character");
  return `${amounts.join(", ")}, of ${formatQuantity(stored, "stored character")}`;
}

const AMOUNT_LABELS = { recovered: "recovered", lost: "lost here", only: "only here" } as const;

const STORED_TEXT =
  "mt-1.5 max-h-80 overflow-auto rounded-3 bg-bg-2 px-3 py-2.5 text-13/5.25 wrap-anywhere whitespace-pre-wrap inset-ring inset-ring-line-1 forced-colors:border";
const MARK =
  "rounded-[2px] bg-hue/22 text-fg-1 shadow-[inset_0_-1.5px_0_var(--hue)] forced-colors:bg-[CanvasText] forced-colors:text-[Canvas] forced-colors:forced-color-adjust-none";
const SEGMENT_HUES = { recovered: "accent", "lost here": "error", "only here": "warning" } as const;

interface ComparedSegmentViewProps {
  segment: ComparedSegment;
  verdict: DeliveryStatus;
  /** The event before the segment; `undefined` for text on both sides. */
  event: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  onClose: () => void;
}

function ComparedSegmentView({
  segment,
  verdict,
  event,
  isFirst,
  isLast,
  onClose,
}: ComparedSegmentViewProps) {
  const { kind, text } = segment;
  if (kind === "same") return <CollapsedText text={text} isFirst={isFirst} isLast={isLast} />;
  const label = kind === "only" ? "only here" : verdict === "recovered" ? "recovered" : "lost here";
  return (
    <>
      <mark data-hue={SEGMENT_HUES[label]} className={MARK}>
        <span className="sr-only">{label}: </span>
        {boundText(text, MAX_DIFF_SEGMENT_LENGTH)}
      </mark>
      {event !== undefined && event >= 0 && <EventLink event={event} onClose={onClose} />}
    </>
  );
}

/** Link to the last chunk before a gap. */
function EventLink({ event, onClose }: { event: number; onClose: () => void }) {
  const { view, layout } = useAppContext();
  const interpretation = useInterpretation();
  const item = interpretation.getEntryItem(interpretation.timeline.events.entry.at(event));
  if (!item) return null;
  const go = () => {
    onClose();
    view.setState({ scope: "all", selected: item.index, event, tab: "chunks", cursor: null });
    layout.getState().showInspector();
  };
  return (
    <Button
      size={20}
      icon="arrow-right"
      title="Last chunk before the gap"
      className="mx-0.5 align-middle"
      onClick={go}
    >
      after event {formatCount(event + 1)}
    </Button>
  );
}
