"use client";
import type { ArtifactComparison, DeliveryStatus } from "../../lib/timeline/compare-stored-task.ts";
// Comparison of one artifact: its stored text with the lost parts marked, and links to the gaps.
import type { ComparedSegment } from "../../lib/timeline/text-gaps.ts";
import { useAppContext } from "../app-context.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CollapsedText, MAX_DIFF_SEGMENT_LENGTH } from "../ui/collapsed-text.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { useInterpretation } from "../use-interpretation.ts";
import { getAmount } from "./comparison-summary.ts";
import { DeliveryTag } from "./delivery-tag.tsx";

export interface ArtifactComparisonViewProps {
  artifact: ArtifactComparison;
  onClose: () => void;
}

export function ArtifactComparisonView({ artifact, onClose }: ArtifactComparisonViewProps) {
  const { artifactId, name, otherName, deliveryStatus, text, gapEvents, parts } = artifact;
  const events = new Map(gapEvents.map(({ segment, event }) => [segment, event]));
  const isWhole = text.lost + text.only === 0;
  return (
    <section className="compare-part" aria-label={`Artifact ${boundText(name ?? artifactId)}`}>
      <header>
        <h3 className="mono">{boundText(name ?? artifactId)}</h3>
        <DeliveryTag verdict={deliveryStatus} />
        <span>{formatAmounts(artifact)}</span>
      </header>
      {otherName !== null && (
        <p className="compare-parts">
          Streamed under the name <span className="mono">{boundText(otherName)}</span>.
        </p>
      )}
      {parts.lost + parts.only > 0 && (
        <p className="compare-parts">
          Non-text parts: {parts.stored} stored, {parts.lost} lost here, {parts.only} delivered but
          not stored.
        </p>
      )}
      {!isWhole && (
        <>
          <div className="compare-pieces" dir="auto">
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
            <p className="compare-parts">Too many differences for a word-by-word comparison.</p>
          )}
        </>
      )}
    </section>
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
      <mark data-kind={kind === "lost" && verdict === "recovered" ? "recovered" : kind}>
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
    <Button size={24} icon="arrow-right" title="Last chunk before the gap" onClick={go}>
      after event {formatCount(event + 1)}
    </Button>
  );
}
