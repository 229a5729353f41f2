"use client";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { VerdictEvidence } from "../../lib/lint/verdict.ts";
import type { RunFacts } from "../../lib/report/facts/facts.ts";
// How the part in view ended, why in the agent's words, and the evidence it leads to. Beside the
// conversation, its turns say why.
import { findEvidenceItem, showItem } from "../../lib/session/playback.ts";
import { TaskLinks } from "../labels/task-links.tsx";
import {
  findReportedReason,
  formatProgress,
  getEndingParty,
  getVerdictMeta,
  type ReportedReason,
} from "../labels/verdict-labels.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { useIsBesideTurns } from "./use-is-beside-turns.ts";
import type { ShownSummary } from "./use-run-summary.ts";

const BOX = "mx-3 mb-2 rounded-3 bg-tint px-3 py-2 text-12/5 forced-colors:border";
const STATE = "flex items-center gap-2 text-13/5 text-fg-1";

export function VerdictHead({ shown: { interpretation, summary } }: { shown: ShownSummary }) {
  const session = useSession();
  const isSaid = useIsBesideTurns();
  const { outcome: verdict } = summary;
  if (!verdict) return <Progress summary={summary} />;
  const { icon, hue } = getVerdictMeta(verdict);
  const reason = isSaid ? null : findShownReason(summary);
  const evidence = reason?.evidence;
  const open = (shown: VerdictEvidence | undefined) => {
    const item = shown && findEvidenceItem(interpretation, shown);
    if (item) showItem(session, item);
  };
  const isLink = evidence && reason.tasks.length === 0;
  return (
    <div data-part="summary-verdict" data-hue={hue} className={BOX}>
      <p className={STATE}>
        <Icon name={icon} size={16} className="text-hue" />
        <strong>{formatVerdictTitle(verdict)}</strong>
        <span className="min-w-0 truncate text-12/5 text-fg-2">{getEndingParty(verdict)}</span>
      </p>
      {reason && isLink && (
        <button
          type="button"
          className="mt-0.5 block w-full text-left wrap-anywhere text-fg-1 hover:underline"
          title="Show evidence"
          onClick={() => open(evidence)}
        >
          {boundText(reason.text)}
        </button>
      )}
      {reason && !isLink && (
        <p className="mt-0.5 wrap-anywhere">
          <TaskLinks
            text={reason.text}
            tasks={reason.tasks}
            onShow={(event) => open(evidence && { ...evidence, what: "event", event })}
          />
        </p>
      )}
    </div>
  );
}

/** The reason that the head shows. What the agent asks is shown below, in full. */
export function findShownReason({ outcome, answer }: RunFacts): ReportedReason | null {
  return outcome === null || answer?.isQuestion ? null : findReportedReason(outcome);
}

function Progress({ summary }: { summary: RunFacts }) {
  return (
    <div data-part="summary-verdict" data-hue="accent" className={BOX}>
      <p className={STATE}>
        <span className="flex text-hue">
          <Spinner size={16} />
        </span>
        <strong>{boundText(formatProgress(summary, true))}</strong>
      </p>
    </div>
  );
}
