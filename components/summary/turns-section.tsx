"use client";
// The turns of a run with several: what the user asked, and how each ended.
import { useState } from "react";
import { formatVerdictReason, formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { TurnSummary } from "../../lib/report/facts/facts.ts";
import { findEvidenceItem, showItem } from "../../lib/session/playback.ts";
import { ShowMore } from "../content/show-more.tsx";
import { getVerdictMeta } from "../labels/verdict-labels.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { chooseTurns, isBadTurn } from "./choose-turns.ts";
import { IN_PROGRESS, SummaryLine, SummarySection } from "./summary-section.tsx";
import { useIsBesideTurns } from "./use-is-beside-turns.ts";
import type { ShownSummary } from "./use-run-summary.ts";
import { findShownReason } from "./verdict-head.tsx";

/** As many turns as are shown at first: those that failed, and the last ones. */
const FIRST_SHOWN = 6;

export function TurnsSection({ shown: { interpretation, summary } }: { shown: ShownSummary }) {
  const session = useSession();
  const [showsAll, setShowsAll] = useState(false);
  const isSaid = useIsBesideTurns();
  const { turns } = summary;
  if (turns.length === 0) return null;
  const open = ({ exchange }: TurnSummary) => {
    const item = findEvidenceItem(interpretation, { exchange, what: "request", event: null });
    if (item) showItem(session, item);
  };
  const shownTurns = showsAll ? turns : chooseTurns(turns, FIRST_SHOWN);
  const hidden = turns.length - shownTurns.length;
  const explained = findShownReason(summary)?.turn;
  return (
    <SummarySection title={formatQuantity(turns.length, "turn")}>
      {hidden > 0 && (
        <Button size={24} className="-ml-2" onClick={() => setShowsAll(true)}>
          Show {formatQuantity(hidden, "more turn")}
        </Button>
      )}
      <ShowMore
        items={shownTurns}
        renderList={(lines) => <ol aria-label="Turns">{lines}</ol>}
        renderItem={(turn) => (
          <li key={turn.number}>
            <TurnLine
              turn={turn}
              isExplained={isSaid || turn.number === explained}
              onOpen={() => open(turn)}
            />
          </li>
        )}
      />
    </SummarySection>
  );
}

interface TurnLineProps {
  turn: TurnSummary;
  /** The head of the summary, or the turn beside it, says why it ended so. */
  isExplained: boolean;
  onOpen: () => void;
}

function TurnLine({ turn, isExplained, onOpen }: TurnLineProps) {
  const { number, prompt, verdict, isSuperseded, durationMs } = turn;
  const { icon, hue } = verdict ? getVerdictMeta(verdict) : IN_PROGRESS;
  return (
    <SummaryLine
      icon={icon}
      hue={isSuperseded ? undefined : hue}
      status={verdict ? formatVerdictTitle(verdict) : "In progress"}
      aside={durationMs === null ? null : formatDuration(durationMs)}
      detail={
        verdict && isBadTurn(turn) && !isExplained
          ? `${formatVerdictTitle(verdict)} · ${formatVerdictReason(verdict)}`
          : ""
      }
      onOpen={onOpen}
    >
      <span className="mr-1.5 text-fg-3">{formatCount(number)}</span>
      {prompt === "" ? "no text" : prompt}
    </SummaryLine>
  );
}
