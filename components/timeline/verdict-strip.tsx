"use client";
// One-line verdict of the scope (the whole run or one exchange), with facts about the same scope.
import { useMemo } from "react";
import type { TokenCounts } from "../../lib/dialects/token-usage.ts";
import type { RunVerdict, VerdictEvidence } from "../../lib/lint/verdict.ts";
import { showEvidence, showScope } from "../../lib/session/playback.ts";
import { getScopeFacts, isScopeInProgress } from "../../lib/session/scope-facts.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { formatTokenSplit } from "../content/format-token-split.ts";
import {
  ENDED_BY_LABELS,
  formatState,
  formatTurns,
  getVerdictLabel,
} from "../labels/verdict-labels.ts";
import { VERDICT_META } from "../labels/verdict-meta.ts";
import { TaskMenu } from "../operations/task-menu.tsx";
import { ProblemsTag } from "../problems/problems-tag.tsx";
import { useRun, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyChip } from "../ui/copy.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import { Spinner } from "../ui/status.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";

const TimingCard = createLazyComponent(() => import("./timing-card.tsx"));

export function VerdictStrip() {
  const interpreted = useInterpretedRun();
  const { interpretation } = interpreted;
  const live = useRun((run) => run.live);
  const scope = useView((view) => view.scope);
  const isInProgress = useRun((run) => isScopeInProgress(run, scope));
  const facts = useMemo(
    () => getScopeFacts(interpreted.interpretation, scope, isInProgress),
    [interpreted, scope, isInProgress],
  );
  const { verdict, events, durationMs, firstTokenMs, task, contextId } = facts;
  const now = live ? (task?.stateLabel ?? "waiting") : "reading";
  const shown = verdict && findReportedReason(verdict);
  return (
    <section
      className="verdict"
      aria-label={scope === "all" ? "Verdict" : "Verdict of this exchange"}
      data-testid="verdict"
      data-kind={verdict?.kind ?? (live ? "live" : "reading")}
    >
      <div className="verdict-line">
        <ScopeLabel timeline={interpretation.timeline} />
        <VerdictState verdict={verdict} now={now} />
        {verdict?.by && !verdict.clean && (
          <span className="verdict-by">{ENDED_BY_LABELS[verdict.by]}</span>
        )}
        <PopoverButton label="Verdict and timing" icon="activity">
          {(close) => <TimingCard onDone={close} />}
        </PopoverButton>
        <span className="verdict-facts">
          <span>
            <LabelledCount count={events} word="event" />
          </span>
          {durationMs !== null && (
            <span className="verdict-length">
              <b>{formatDuration(durationMs)}</b>
            </span>
          )}
          {firstTokenMs !== null && (
            <span className="verdict-token">
              first token <b>{formatDuration(firstTokenMs)}</b>
            </span>
          )}
          {facts.tokens && <TokenTotals tokens={facts.tokens} />}
          <ProblemsTag />
        </span>
        <span className="verdict-ids">
          {task && task.id !== "" && (
            <>
              <CopyChip label="task" value={task.id} />
              <TaskMenu taskId={task.id} />
            </>
          )}
          {contextId && <CopyChip label="context" value={contextId} />}
        </span>
      </div>
      {shown && <VerdictReasonText text={shown.text} evidence={shown.evidence} />}
    </section>
  );
}

/** The scope of the line; omitted if the run has a single exchange. */
function ScopeLabel({ timeline }: { timeline: Timeline }) {
  const session = useSession();
  const scope = useView((view) => view.scope);
  if (scope === "all") {
    return timeline.calls > 1 ? <span className="verdict-scope">Whole run</span> : null;
  }
  return (
    <span className="verdict-scope" data-narrow>
      This exchange
      <IconButton
        icon="close"
        label="Show the whole run"
        size={24}
        iconSize={12}
        onClick={() => showScope(session, "all")}
      />
    </span>
  );
}

function VerdictState({ verdict, now }: { verdict: RunVerdict | null; now: string }) {
  if (!verdict) {
    return (
      <span className="verdict-state" data-hue="accent" role="status">
        <Spinner size={16} />
        <strong>{boundText(formatState(now))}</strong>
      </span>
    );
  }
  // The last turn succeeded, an earlier one did not.
  const isMarred = !verdict.clean && verdict.turns?.at(-1)?.clean === true;
  const { icon, hue } = isMarred ? VERDICT_META.mixed : VERDICT_META[verdict.kind];
  const turns = formatTurns(verdict);
  return (
    <>
      <span
        className="verdict-state"
        data-hue={hue}
        role="status"
        title={boundText(verdict.because)}
      >
        <Icon name={icon} size={16} />
        <strong>{getVerdictLabel(verdict)}</strong>
      </span>
      {turns !== "" && (
        <span className="verdict-turns" title={boundText(verdict.because)}>
          {turns}
        </span>
      )}
    </>
  );
}

/** The reason of the last turn if there is one, else of the newest turn that ended badly. */
function findReportedReason(
  verdict: RunVerdict,
): { readonly text: string; readonly evidence: VerdictEvidence | undefined } | null {
  const { turns = [], clean, reason } = verdict;
  const last = turns.at(-1) ?? verdict;
  if (!last.clean || reason !== undefined) {
    return { text: getReasonText(last), evidence: last.evidence[0] };
  }
  const at = clean ? -1 : turns.findLastIndex((turn) => !turn.clean && !turn.superseded);
  const bad = turns[at];
  return bad
    ? { text: `Turn ${formatCount(at + 1)}: ${getReasonText(bad)}`, evidence: bad.evidence[0] }
    : null;
}

function getReasonText({ because, reason }: Pick<RunVerdict, "because" | "reason">): string {
  return reason ? `“${reason}”` : because;
}

/** The reason as a link to its evidence. */
function VerdictReasonText({
  text: whole,
  evidence,
}: {
  text: string;
  evidence: VerdictEvidence | undefined;
}) {
  const context = useAppContext();
  const text = boundText(whole);
  if (!evidence) {
    return (
      <span className="verdict-because" title={text}>
        {text}
      </span>
    );
  }
  const show = () => {
    showEvidence(context, evidence);
    context.layout.getState().showInspector();
  };
  return (
    <button
      type="button"
      className="verdict-because"
      title={`${text}\nShow evidence`}
      onClick={show}
    >
      <span>{text}</span>
    </button>
  );
}

/** The token usage that the agents report. */
function TokenTotals({ tokens }: { tokens: TokenCounts }) {
  return (
    <span className="verdict-tokens">
      <span title={formatTokenSplit(tokens)}>
        <LabelledCount count={tokens.total} word="token" />
      </span>
    </span>
  );
}

/** A quantity with its number emphasized. */
function LabelledCount({ count, word }: { count: number; word: string }) {
  const [figure, noun] = formatQuantity(count, word).split(" ");
  return (
    <>
      <b>{figure}</b> {noun}
    </>
  );
}
