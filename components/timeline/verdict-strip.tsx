"use client";
// What the run came to, in one line: it always describes the whole run.
import { type Evidence, verdictAt } from "../../lib/lint/verdict.ts";
import { firstTokenOf } from "../../lib/report/timing/call-timing.ts";
import { showEvidence } from "../../lib/session/playback.ts";
import { isGoingOn } from "../../lib/session/run-facts.ts";
import { eventsOf } from "../../lib/timeline/scope.ts";
import { spanOf } from "../../lib/timeline/span.ts";
import { useDesk } from "../command/desk.tsx";
import { TaskMenu } from "../operations/task-menu.tsx";
import { ProblemsTag } from "../problems/problems-tag.tsx";
import { splitOf } from "../said/tokens.ts";
import { useRun, useView } from "../session.tsx";
import { CopyChip } from "../ui/copy.tsx";
import { formatCount, formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { lazily } from "../ui/lazily.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import { Spinner } from "../ui/status.tsx";
import { useReading } from "../use-reading.ts";
import { VERDICT_LOOKS } from "./verdict-looks.ts";
import { ENDED_BY, formatState, wordOf } from "./verdict-words.ts";

const TimingCard = lazily(() => import("./timing-card.tsx"));

export function VerdictStrip() {
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  const goesOn = useRun(isGoingOn);
  useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const n = timeline.lastEvent;
  // While it goes on, nothing is to be judged.
  const verdict = goesOn ? null : verdictAt(timeline, n);
  const span = spanOf(timeline, scope);
  const token = firstTokenOf(timeline, n);
  const task = timeline.tasks[timeline.tasks.length - 1];
  const contextId = task?.contexts.latest;
  const now = live ? (task?.state ?? "waiting") : "reading";
  return (
    <section
      className="verdict"
      aria-label="Verdict"
      data-testid="verdict"
      data-kind={verdict?.kind ?? (live ? "live" : "reading")}
    >
      <span
        className="verdict-state"
        data-hue={verdict ? VERDICT_LOOKS[verdict.kind].hue : "accent"}
        role="status"
        title={verdict?.because ?? ""}
      >
        {verdict ? (
          <Icon name={VERDICT_LOOKS[verdict.kind].icon} size={16} />
        ) : (
          <Spinner size={16} />
        )}
        <strong>{verdict ? wordOf(verdict) : formatState(now)}</strong>
      </span>
      {verdict?.by && !verdict.clean && <span className="verdict-by">{ENDED_BY[verdict.by]}</span>}
      <PopoverButton label="Verdict and timing" icon="activity">
        {(close) => <TimingCard onDone={close} />}
      </PopoverButton>
      <span className="verdict-facts">
        <span>
          <b>{formatCount(eventsOf(timeline, scope))}</b> events
        </span>
        {span && (
          <span>
            <b>{formatDuration(span.to - span.from)}</b>
          </span>
        )}
        {token !== null && (
          <span className="verdict-token">
            first token <b>{formatDuration(token)}</b>
          </span>
        )}
        <TokenSum />
        <ProblemsTag />
        {verdict && !verdict.clean && (
          <Because text={verdict.because} evidence={verdict.evidence[0]} />
        )}
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
    </section>
  );
}

/** The way to what shows it. */
function Because({ text, evidence }: { text: string; evidence: Evidence | undefined }) {
  const desk = useDesk();
  if (!evidence) return <span className="verdict-because">{text}</span>;
  const show = () => {
    showEvidence(desk, evidence);
    desk.screen.showInspector();
  };
  return (
    <button type="button" className="verdict-because" title="Show what shows it" onClick={show}>
      <span>{text}</span>
    </button>
  );
}

/** What the agents say that the run took of their models. */
function TokenSum() {
  const reading = useReading();
  const usage = reading.usage.at(reading.timeline.lastEvent);
  if (!usage) return null;
  return (
    <span className="verdict-tokens">
      <span title={splitOf(usage.all)}>
        <b>{formatCount(usage.all.total)}</b> tokens
      </span>
    </span>
  );
}
