"use client";
// What the run came to, in one line: it always describes the whole run.
import { findingsAt } from "../../lib/lint/findings.ts";
import { type VerdictKind, verdictAt } from "../../lib/lint/verdict.ts";
import { firstTokenOf } from "../../lib/report/timing-report.ts";
import { eventsOf } from "../../lib/timeline/scope.ts";
import { spanOf } from "../../lib/timeline/span.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { TaskMenu } from "../operations/task-menu.tsx";
import { splitOf } from "../said/tokens.ts";
import { useRun, useView } from "../session.tsx";
import { CopyChip } from "../ui/copy.tsx";
import { formatCount, formatDuration, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { useReading } from "../use-reading.ts";
import { VERDICT_LOOKS } from "./verdict-looks.ts";

export function VerdictStrip() {
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const n = timeline.lastEvent;
  // While it goes on, nothing is to be judged.
  const verdict = live ? null : verdictAt(timeline, n);
  const span = spanOf(timeline, scope);
  const token = firstTokenOf(timeline, n);
  const task = timeline.tasks[timeline.tasks.length - 1];
  const contextId = task?.contexts.latest;
  return (
    <section
      className="verdict"
      aria-label="Verdict"
      data-testid="verdict"
      data-kind={verdict?.kind ?? "live"}
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
        <strong>
          {verdict ? wordOf(timeline, verdict.kind) : capitalised(task?.state ?? "waiting")}
        </strong>
      </span>
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
          <span className="max-tight:hidden">
            first token <b>{formatDuration(token)}</b>
          </span>
        )}
        <TokenSum />
        <Problems />
        {verdict && !verdict.clean && <span className="verdict-because">{verdict.because}</span>}
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

/** A stream that somebody here stopped watching was not lost. */
function wordOf(timeline: Timeline, kind: VerdictKind): string {
  const last = timeline.exchanges[timeline.exchanges.length - 1];
  const isStopped = kind === "cut" && last?.ended?.record.cause === "aborted";
  return isStopped ? "Stopped watching" : VERDICT_LOOKS[kind].word;
}

/** What the agents say that the run took of their models. */
function TokenSum() {
  const reading = useReading();
  const usage = reading.usage.at(reading.timeline.lastEvent);
  if (!usage) return null;
  return (
    <span className="verdict-tokens max-tight:hidden">
      <span title={splitOf(usage.all)}>
        <b>{formatCount(usage.all.total)}</b> tokens
      </span>
    </span>
  );
}

function Problems() {
  const timeline = useRun((run) => run.timeline);
  const findings = findingsAt(timeline, timeline.lastEvent);
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const worst = errors.length > 0 ? errors : warnings;
  if (worst.length === 0) return null;
  const hue = errors.length > 0 ? "error" : "warning";
  const text = plural(worst.length, errors.length > 0 ? "error" : "warning");
  const title = worst.map(({ rule, message, count }) => `${rule} ×${count}: ${message}`).join("\n");
  return (
    <span title={title}>
      <Tag hue={hue} icon="warning">
        {text}
      </Tag>
    </span>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace("-", " ");
}
