"use client";
import { useEffect, useRef } from "react";
import type { TokenCounts } from "../../lib/dialects/token-usage.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { RunVerdict, VerdictEvidence } from "../../lib/lint/verdict.ts";
// One-line verdict of the scope (the whole run or one exchange), with facts about the same scope.
import { showEvidence, showScope } from "../../lib/session/playback.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { MAX_UNFOLDED_MS } from "../../lib/timeline/axis.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { formatTokenSplit } from "../content/format-token-split.ts";
import {
  findReportedReason,
  formatProgress,
  formatTurns,
  getEndingParty,
  getVerdictMeta,
} from "../labels/verdict-labels.ts";
import { TaskMenu } from "../operations/task-menu.tsx";
import { ProblemsTag } from "../problems/problems-tag.tsx";
import { useRun, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyChip } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import { Spinner } from "../ui/status.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { useFacts } from "./use-facts.ts";

const TimingCard = createLazyComponent(() => import("./timing-card.tsx"));

/* With less room, fewer facts are shown: IDs are also in the rail and the inspector, times in the
   timing card. What crowds the line is marked with `data-crowds`. */
const LINE =
  "group/line flex min-h-10.5 items-center gap-3 px-3 py-1 max-phone:flex-wrap max-phone:gap-y-1 max-phone:py-2";
const SCOPE = "inline-flex flex-none items-center gap-0.5 text-12/5 whitespace-nowrap text-fg-3";
/** What went wrong makes it long; the line below says it in full. */
const STATE =
  "inline-flex min-w-24 items-center gap-2 whitespace-nowrap text-fg-1 [&_svg]:flex-none [&_svg]:text-hue";
const FACTS =
  "flex min-w-0 flex-none items-center gap-3 whitespace-nowrap text-fg-2 *:not-first:border-l *:not-first:border-line-2 *:not-first:pl-3 max-phone:flex-initial max-phone:gap-x-4 max-phone:gap-y-1 max-phone:flex-wrap max-phone:*:not-first:border-l-0 max-phone:*:not-first:pl-0 [&_b]:font-medium [&_b]:text-fg-1";
/** They shrink first: a fraction of a pixel less would cut the turns. */
const IDS =
  "ml-auto flex min-w-[220px] flex-[0_1000000_auto] gap-1.5 @max-[1161px]/verdict:min-w-[110px] group-has-data-crowds/line:@max-[721px]/verdict:min-w-0 group-has-data-crowds/line:@max-[721px]/verdict:flex-none phone:@max-[481px]/verdict:min-w-0 phone:@max-[481px]/verdict:flex-none";
/** As much of an ID as fits. */
const ID =
  "max-w-95 min-w-0 group-has-data-crowds/line:@max-[721px]/verdict:hidden phone:@max-[481px]/verdict:hidden";
/** Beside turns there is no room for half an ID. */
const NO_IDS = "@max-[821px]/verdict:min-w-0 @max-[821px]/verdict:flex-none";
const NO_ID = "@max-[821px]/verdict:hidden";
const TIMING =
  "@max-[561px]/verdict:sr-only group-has-data-crowds/line:@max-[721px]/verdict:sr-only";
const REASON = "block w-full truncate px-3 pb-2 text-left text-fg-2 max-phone:whitespace-normal";

export function VerdictStrip() {
  const interpretation = useInterpretation();
  const live = useRun((run) => run.live);
  const scope = useView((view) => view.scope);
  const facts = useFacts();
  const { outcome: verdict, events, durationMs, activeMs, firstTokenMs, contextId } = facts;
  const { taskId } = facts;
  const now = formatProgress(facts, live);
  const shown = verdict && findReportedReason(verdict);
  const party = verdict && getEndingParty(verdict);
  const hasTask = Boolean(taskId);
  const hasTurns = verdict !== null && formatTurns(verdict) !== "";
  const besideTurns = hasTurns ? "@max-[1161px]/verdict:hidden" : undefined;
  return (
    <section
      className="@container/verdict border-b border-line-2"
      aria-label={scope === "all" ? "Verdict" : "Verdict of this exchange"}
      data-testid="verdict"
      data-kind={verdict?.kind ?? (live ? "live" : "reading")}
    >
      <div data-part="line" className={LINE}>
        <ScopeLabel timeline={interpretation.timeline} hasTurns={hasTurns} />
        <VerdictState verdict={verdict} now={now} />
        {party !== null && (
          <span
            className={cx(
              "whitespace-nowrap text-fg-3 @max-[821px]/verdict:hidden",
              hasTurns && "@max-[1401px]/verdict:hidden",
            )}
          >
            {party}
          </span>
        )}
        <span data-part="facts" className={FACTS}>
          <span className={hasTurns ? "@max-[821px]/verdict:hidden" : undefined}>
            <LabelledCount count={events} word="event" />
          </span>
          {durationMs !== null && (
            <span className={hasTurns ? "@max-[561px]/verdict:hidden" : undefined}>
              <Duration totalMs={durationMs} activeMs={activeMs ?? durationMs} />
            </span>
          )}
          {firstTokenMs !== null && (
            <span data-crowds className={cx("@max-[821px]/verdict:hidden", besideTurns)}>
              first token <b>{formatDuration(firstTokenMs)}</b>
            </span>
          )}
          {facts.tokens && <TokenTotals tokens={facts.tokens} className={besideTurns} />}
          <ProblemsTag />
        </span>
        <TimingButton />
        <span data-part="ids" className={cx(IDS, hasTurns && NO_IDS)}>
          {taskId && <CopyChip label="task" value={taskId} className={cx(ID, hasTurns && NO_ID)} />}
          {contextId && (
            <CopyChip
              label="context"
              value={contextId}
              className={cx(
                ID,
                hasTurns && NO_ID,
                hasTask && "@max-[1001px]/verdict:hidden",
                hasTask && hasTurns && "@max-[1401px]/verdict:hidden",
              )}
            />
          )}
          {taskId && <TaskMenu taskId={taskId} />}
        </span>
      </div>
      {shown && <VerdictReasonText text={shown.text} evidence={shown.evidence} />}
    </section>
  );
}

/** Verdict and timing in detail; the command of the palette opens it, too. */
function TimingButton() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    () => onUiEvent("show-timing", () => place.current?.querySelector("button")?.click()),
    [],
  );
  return (
    <span ref={place} className="flex-none">
      <PopoverButton
        label="Verdict and timing"
        icon="timing"
        text={<span className={TIMING}>Timing</span>}
      >
        {(close) => <TimingCard onDone={close} />}
      </PopoverButton>
    </span>
  );
}

/** The scope of the line; omitted if the run has a single exchange and all of it is shown. */
function ScopeLabel({ timeline, hasTurns }: { timeline: Timeline; hasTurns: boolean }) {
  const session = useSession();
  const scope = useView((view) => view.scope);
  const hasTask = useView((view) => view.filter.task !== null);
  if (scope === "all") {
    if (timeline.calls <= 1 && !hasTask) return null;
    // The number of turns says it too, and needs the room.
    return <span className={cx(SCOPE, hasTurns && "@max-[721px]/verdict:hidden")}>Whole run</span>;
  }
  return (
    <span className={cx(SCOPE, "rounded-2 bg-accent-bg pl-2 font-medium text-accent")}>
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
  const showSummary = useLayout((layout) => layout.showSummary);
  if (!verdict) {
    return (
      <span className={STATE} data-hue="accent" role="status" title={boundText(now)}>
        <Spinner size={16} />
        <StateButton onClick={showSummary}>{boundText(now)}</StateButton>
      </span>
    );
  }
  const { icon, hue } = getVerdictMeta(verdict);
  const turns = formatTurns(verdict);
  return (
    <>
      <span className={STATE} data-hue={hue} role="status" title={boundText(verdict.because)}>
        <Icon name={icon} size={16} />
        <StateButton onClick={showSummary}>{formatVerdictTitle(verdict)}</StateButton>
      </span>
      {turns !== "" && (
        <span
          data-crowds
          className="max-w-80 min-w-15 truncate text-fg-2"
          title={boundText(verdict.because)}
        >
          {turns}
        </span>
      )}
    </>
  );
}

/** The state in words, which opens the summary. */
function StateButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="min-w-0 truncate rounded-2 font-semibold hover:underline"
      title="Show summary"
      onClick={onClick}
    >
      {children}
    </button>
  );
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
      <span className={REASON} title={text}>
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
      data-part="reason"
      className={cx(REASON, "hover:text-fg-1 hover:underline")}
      title={`${text}\nShow evidence`}
      onClick={show}
    >
      <span>{text}</span>
    </button>
  );
}

/** The time in which the agents worked; beside it the whole time, if it was idle for long. */
function Duration({ totalMs, activeMs }: { totalMs: number; activeMs: number }) {
  const isIdle = totalMs - activeMs > MAX_UNFOLDED_MS;
  if (!isIdle) return <b>{formatDuration(totalMs)}</b>;
  return (
    <span title="Time with an exchange in progress, and from the first request to the last end">
      <b>{formatDuration(activeMs)}</b> active
      <span className="@max-[1161px]/verdict:sr-only"> of {formatDuration(totalMs)}</span>
    </span>
  );
}

/** The token usage that the agents report. */
function TokenTotals({
  tokens,
  className,
}: {
  tokens: TokenCounts;
  className?: string | undefined;
}) {
  return (
    <span className={cx("@max-[1001px]/verdict:hidden", className)}>
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
