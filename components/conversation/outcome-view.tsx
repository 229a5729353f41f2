"use client";
// How a turn stands: in progress, done, waiting or failed, with the reason in the agent's words.

import type { TurnOutcome } from "../../lib/conversation/turn-outcome.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import type { Verdict } from "../../lib/lint/verdict/verdict-model.ts";
import { quoteText } from "../../lib/lint/verdict/verdict-reason.ts";
import {
  formatVerdictReason,
  formatVerdictTitle,
  OPEN_STREAM_TITLE,
} from "../../lib/lint/verdict/verdict-words.ts";
import { findEvidenceEntry } from "../../lib/lint/verdict.ts";
import { useAppContext } from "../app-context.tsx";
import { TaskLinks } from "../labels/task-links.tsx";
import { formatState, getVerdictMeta } from "../labels/verdict-labels.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { inspectItem } from "./item-actions.tsx";

interface OutcomeViewProps {
  interpretation: Interpretation;
  outcome: TurnOutcome;
  answer: readonly Item[];
  errors: readonly Item[];
  playhead: number;
}

const LINE = "flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 px-3 text-12";

export function OutcomeView(props: OutcomeViewProps) {
  const { outcome, answer } = props;
  const { verdict, state, isInProgress, isStreamOpen, isReplied, duration } = outcome;
  const time = Number.isNaN(duration) ? "" : formatDuration(duration);
  if (isInProgress) {
    const isSilent = answer.length === 0 && state === null;
    return (
      <p className={`${LINE} text-fg-2`} data-part="outcome" data-hue="accent">
        <span className="text-hue">
          <Spinner size={14} />
        </span>
        {isSilent ? "Waiting for the agent…" : boundText(formatState(state ?? "working"))}
      </p>
    );
  }
  if (!verdict) return null;
  if (isReplied) {
    return (
      <p className={`${LINE} text-fg-3`} data-part="outcome">
        <Icon name="ok" size={14} />
        {formatVerdictTitle(verdict)}: replied in a later turn
      </p>
    );
  }
  const { icon, hue } = getVerdictMeta(verdict);
  if (verdict.clean && hue === "ok") {
    return (
      <p className={`${LINE} text-fg-3`} data-part="outcome" data-hue={hue}>
        <Icon name={icon} size={14} className="text-hue" />
        <span>{isStreamOpen ? OPEN_STREAM_TITLE : formatVerdictTitle(verdict)}</span>
        {time !== "" && <span className="tabular-nums">{time}</span>}
      </p>
    );
  }
  return <BadOutcome {...props} verdict={verdict} time={time} />;
}

interface BadOutcomeProps extends OutcomeViewProps {
  verdict: Verdict;
  time: string;
}

/** A turn that failed or waits: why, and a way to what shows it. */
function BadOutcome(props: BadOutcomeProps) {
  const { interpretation, answer, errors, playhead, verdict, time } = props;
  const app = useAppContext();
  const { icon, hue } = getVerdictMeta(verdict);
  const { reason } = verdict;
  // The agent's message with the reason is shown above, in full.
  const isShown = answer.some(
    (item) =>
      reason !== undefined &&
      quoteText(getItemTextAt(interpretation, item, playhead, 2100)) === reason,
  );
  const text = formatVerdictReason(verdict);
  const evidence = findEvidenceItem(interpretation, verdict, playhead) ?? errors[0];
  return (
    <div
      data-part="outcome"
      data-hue={hue}
      className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 rounded-3 border-l-2 border-hue bg-tint px-3 py-2 text-12"
    >
      <Icon name={icon} size={16} className="mt-0.5 text-hue" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <strong className="text-hue">{formatVerdictTitle(verdict)}</strong>
          {time !== "" && <span className="text-fg-3 tabular-nums">{time}</span>}
        </p>
        {!isShown && (
          <p className="wrap-anywhere text-fg-1" dir="auto">
            <TaskLinks
              text={text}
              tasks={verdict.tasks ?? []}
              onShow={(event) => {
                const item = interpretation.getEventItem(event)?.getRowItemAt(playhead);
                if (item) inspectItem(app, item);
              }}
            />
          </p>
        )}
      </div>
      {evidence && (
        <Button size={24} onClick={() => inspectItem(app, evidence)}>
          Show evidence
        </Button>
      )}
    </div>
  );
}

/** The row that shows why, as of the playhead. */
function findEvidenceItem(
  interpretation: Interpretation,
  { evidence: [first] }: Verdict,
  n: number,
): Item | undefined {
  if (!first) return undefined;
  const { timeline } = interpretation;
  const item =
    first.event === null
      ? interpretation.getEntryItem(findEvidenceEntry(timeline, first))
      : interpretation.getEventItem(first.event);
  return item?.getRowItemAt(n);
}
