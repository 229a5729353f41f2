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
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { useReading } from "../use-reading.ts";

interface Look {
  readonly word: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

const LOOKS: Readonly<Record<VerdictKind, Look>> = {
  completed: { word: "Completed", icon: "ok", hue: "ok" },
  failed: { word: "Failed", icon: "error", hue: "error" },
  canceled: { word: "Canceled", icon: "error", hue: "error" },
  rejected: { word: "Rejected", icon: "error", hue: "error" },
  "input-required": { word: "Input required", icon: "waiting", hue: "warning" },
  "auth-required": { word: "Authorization required", icon: "waiting", hue: "warning" },
  message: { word: "Answered with a message", icon: "ok", hue: "ok" },
  answered: { word: "Answered", icon: "ok", hue: "ok" },
  cut: { word: "Connection lost", icon: "error", hue: "error" },
  "ended-while-working": { word: "Ended while working", icon: "error", hue: "error" },
  timeout: { word: "Timed out", icon: "error", hue: "error" },
  "http-error": { word: "HTTP error", icon: "error", hue: "error" },
  "rpc-error": { word: "JSON-RPC error", icon: "error", hue: "error" },
  empty: { word: "Nothing said", icon: "note", hue: "other" },
  "not-a2a": { word: "Not A2A", icon: "error", hue: "error" },
  mixed: { word: "Mixed", icon: "warning", hue: "warning" },
};

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
        data-hue={verdict ? LOOKS[verdict.kind].hue : "accent"}
        role="status"
        title={verdict?.because ?? ""}
      >
        {verdict ? <Icon name={LOOKS[verdict.kind].icon} size={16} /> : <Spinner size={16} />}
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
  return isStopped ? "Stopped watching" : LOOKS[kind].word;
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
