"use client";
import { memo, useEffect, useRef } from "react";
import type { TokenCounts } from "../../lib/dialects/token-usage.ts";
import { formatVerdictTitle, isStoppedByUser } from "../../lib/lint/verdict/verdict-words.ts";
import type { RunVerdict, VerdictEvidence } from "../../lib/lint/verdict.ts";
// One-line verdict of the scope (the whole run or one exchange), with facts about the same scope.
import { showEvidence, showScope } from "../../lib/session/playback.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { MAX_UNFOLDED_MS } from "../../lib/timeline/axis.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { formatTokenSplit } from "../content/format-token-split.ts";
import { TaskLinks } from "../labels/task-links.tsx";
import {
  findReportedReason,
  formatProgress,
  formatTurns,
  formatTurnsInShort,
  getEndingParty,
  getVerdictMeta,
  type ReportedReason,
} from "../labels/verdict-labels.ts";
import { ProblemsTag } from "../problems/problems-tag.tsx";
import { useRun, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import { Spinner } from "../ui/status.tsx";
import { useShowsTurns } from "../use-interpretation.ts";
import { RunMenu } from "./run-menu.tsx";
import { useFacts } from "./use-facts.ts";

const TimingCard = createLazyComponent(() => import("./timing-card.tsx"));

/* With less room, fewer facts are shown: the summary has all of them. What crowds the line is marked
   with `data-crowds`. */
const STRIP = "@container/verdict min-w-0 flex-1";
const LINE =
  "flex min-h-6 items-center gap-x-3 max-phone:relative max-phone:flex-wrap max-phone:gap-y-1 max-phone:pr-15";
/** Beside the state, where facts take lines of their own. */
const IDS =
  "ml-auto flex flex-none items-center gap-0.5 max-phone:absolute max-phone:top-0 max-phone:right-0";
/** What finds no room in the line wraps out of sight: it is whole, or not there. */
const IF_ROOM =
  "flex h-6 min-w-0 flex-wrap items-center gap-x-3 overflow-hidden leading-6 whitespace-nowrap *:[i]:-me-3 *:[i]:h-6 *:[i]:w-0";
const SCOPE = "inline-flex flex-none items-center gap-0.5 text-12/5 whitespace-nowrap text-fg-3";
/** What happened is never cut, as long as anything else gives way: turns first, then facts. */
const STATE =
  "inline-flex max-w-full min-w-0 items-center gap-2 whitespace-nowrap text-fg-1 [&_svg]:flex-none [&_svg]:text-hue";
/** The turns give way before the duration does. */
const IF_ROOM_FIRST = "shrink-[1000000000000]";
const FACTS =
  "flex min-w-0 shrink-[1000000] items-center gap-3 whitespace-nowrap text-fg-2 [&_b]:font-medium [&_b]:text-fg-1";
const REASON = "block w-full truncate text-left text-12/5 text-fg-2 max-phone:whitespace-normal";

export function VerdictStrip() {
  const live = useRun((run) => run.live);
  const scope = useView((view) => view.scope);
  const facts = useFacts();
  const { outcome: verdict, durationMs, activeMs, firstTokenMs, taskId, contextId } = facts;
  const now = formatProgress(facts, live);
  // Users know why they stopped.
  const shown = verdict && !isStoppedByUser(verdict) ? findReportedReason(verdict) : null;
  const party = verdict && getEndingParty(verdict);
  // The turns of the conversation say it.
  const isSaid = useShowsTurns();
  return (
    <section
      className={STRIP}
      aria-label={scope === "all" ? "Verdict" : "Verdict of this exchange"}
      data-testid="verdict"
      data-kind={verdict?.kind ?? (live ? "live" : "reading")}
    >
      <div data-part="line" className={LINE}>
        <ScopeLabel />
        <VerdictState verdict={verdict} now={now} />
        {verdict && (party !== null || formatTurns(verdict) !== "") && (
          <span className={cx(IF_ROOM, IF_ROOM_FIRST)}>
            <i />
            {party !== null && (
              <span className="flex-none text-fg-3 @max-[700px]/verdict:hidden">{party}</span>
            )}
            <Turns verdict={verdict} />
          </span>
        )}
        <span data-part="facts" className={FACTS}>
          {durationMs !== null && (
            <span className={IF_ROOM}>
              <i />
              <Duration totalMs={durationMs} activeMs={activeMs ?? durationMs} />
            </span>
          )}
          {firstTokenMs !== null && (
            <span data-crowds className="@max-[800px]/verdict:hidden">
              first token <b>{formatDuration(firstTokenMs)}</b>
            </span>
          )}
          {facts.tokens && <TokenTotals tokens={facts.tokens} />}
        </span>
        <ProblemsTag isCompact={verdict !== null && isLong(verdict)} />
        <span data-part="ids" className={IDS}>
          <TimingButton />
          <RunMenu taskId={taskId} contextId={contextId} />
        </span>
      </div>
      {shown && !isSaid && <VerdictReasonText reason={shown} />}
    </section>
  );
}

const LONG_TITLE = 36;

/** Whether little room is left beside its title. */
const isLong = (verdict: RunVerdict) => formatVerdictTitle(verdict).length > LONG_TITLE;

/** Verdict and timing in detail; the command of the palette opens it, too. */
const TimingButton = memo(function TimingButton() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    () => onUiEvent("show-timing", () => place.current?.querySelector("button")?.click()),
    [],
  );
  return (
    <span ref={place} className="flex-none">
      <PopoverButton label="Verdict and timing" icon="timing" align="end">
        {(close) => <TimingCard onDone={close} />}
      </PopoverButton>
    </span>
  );
});

/** The scope of the line; omitted while everything is shown. */
const ScopeLabel = memo(function ScopeLabel() {
  const session = useSession();
  const scope = useView((view) => view.scope);
  const hasTask = useView((view) => view.filter.task !== null);
  if (scope === "all") return hasTask ? <span className={SCOPE}>Whole run</span> : null;
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
});

interface VerdictStateProps {
  verdict: RunVerdict | null;
  now: string;
}

/** Memoized: while a run grows, only its times and counts change. */
const VerdictState = memo(function VerdictState({ verdict, now }: VerdictStateProps) {
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
  return (
    <span className={STATE} data-hue={hue} role="status" title={boundText(verdict.because)}>
      <Icon name={icon} size={16} />
      <StateButton onClick={showSummary}>{formatVerdictTitle(verdict)}</StateButton>
    </span>
  );
});

const TURNS = "flex-none text-fg-2";

/** How many turns there are, and how they ended: in short where several ended badly in several ways. */
function Turns({ verdict }: { verdict: RunVerdict }) {
  const turns = formatTurns(verdict);
  const short = formatTurnsInShort(verdict);
  if (turns === "") return null;
  if (short === turns) {
    return (
      <span data-crowds className={TURNS} title={turns}>
        {turns}
      </span>
    );
  }
  return (
    <>
      <span data-crowds className={cx(TURNS, "@max-[1161px]/verdict:hidden")} title={turns}>
        {turns}
      </span>
      <span data-crowds className={cx(TURNS, "@min-[1161px]/verdict:hidden")} title={turns}>
        {short}
      </span>
    </>
  );
}

/** The state in words, which opens the summary; whole in its title, where even it has no room. */
function StateButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      className="min-w-0 truncate rounded-2 text-left font-semibold hover:underline max-phone:whitespace-normal"
      title={`${children}\nShow summary`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** The reason as a link to its evidence. */
function VerdictReasonText({ reason }: { reason: ReportedReason }) {
  const context = useAppContext();
  const { evidence, tasks } = reason;
  const text = boundText(reason.text);
  const show = (shown: VerdictEvidence) => {
    showEvidence(context, shown);
    context.layout.getState().showInspector();
  };
  if (!evidence || tasks.length > 0) {
    return (
      <p data-part="reason" className={REASON} title={text}>
        <TaskLinks
          text={reason.text}
          tasks={tasks}
          onShow={(event) => evidence && show({ ...evidence, what: "event", event })}
        />
      </p>
    );
  }
  return (
    <button
      type="button"
      data-part="reason"
      className={cx(REASON, "hover:text-fg-1 hover:underline")}
      title={`${text}\nShow evidence`}
      onClick={() => show(evidence)}
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
function TokenTotals({ tokens }: { tokens: TokenCounts }) {
  return (
    <span className="@max-[800px]/verdict:hidden">
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
