"use client";
import type { ArtifactComparison, DeliveryStatus } from "../../lib/timeline/compare-stored-task.ts";
// One artifact: its stored text with what is missing here marked, and the way to where it is missing.
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
  const events = new Map(gapEvents.map(({ segment: piece, event }) => [piece, event]));
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
          The streams called it <span className="mono">{boundText(otherName)}</span>.
        </p>
      )}
      {parts.lost + parts.only > 0 && (
        <p className="compare-parts">
          Of {formatQuantity(parts.stored, "stored part")} that {parts.stored === 1 ? "is" : "are"}{" "}
          no text, {parts.lost} {parts.lost === 1 ? "is" : "are"} lost here; {parts.only} delivered{" "}
          {parts.only === 1 ? "is" : "are"} not stored.
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
            <p className="compare-parts">Too much differs for it to be compared word by word.</p>
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
    // What was recovered is marked as lost by the streams that came before.
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
  /** The event before it; `undefined` for what is on both sides. */
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
  const said = kind === "only" ? "only here" : verdict === "recovered" ? "recovered" : "lost here";
  return (
    <>
      <mark data-kind={kind === "lost" && verdict === "recovered" ? "recovered" : kind}>
        <span className="sr-only">{said}: </span>
        {boundText(text, MAX_DIFF_SEGMENT_LENGTH)}
      </mark>
      {event !== undefined && event >= 0 && <EventLink event={event} onClose={onClose} />}
    </>
  );
}

/** To the chunk after which something is missing. */
function EventLink({ event, onClose }: { event: number; onClose: () => void }) {
  const { view, screen } = useAppContext();
  const interpretation = useInterpretation();
  const item = interpretation.getEntryItem(interpretation.timeline.events.entry.at(event));
  if (!item) return null;
  const go = () => {
    onClose();
    view.setState({ scope: "all", selected: item.index, event, tab: "chunks", cursor: null });
    screen.showInspector();
  };
  return (
    <Button size={24} icon="arrow-right" title="The chunk before what is missing" onClick={go}>
      after event {formatCount(event + 1)}
    </Button>
  );
}
