"use client";
// A tool call as of the playhead: facts, arguments, reports and result.
import type { ToolFields } from "../../lib/dialects/detector.ts";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import type { ToolCall, ToolState } from "../../lib/dialects/tool-calls.ts";
import { isSameJson, stringifyJson } from "../../lib/json/json-stringify.ts";
import { describeToolFailure } from "../../lib/lint/verdict/verdict-reason.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";
import { SECTION_HEADING, ValueSection } from "./value-view.tsx";

const TOOL_STATE_META: Readonly<Record<ToolState, ToolStateMeta>> = {
  running: { hue: "tool", icon: undefined, label: "running" },
  completed: { hue: "ok", icon: "ok", label: "completed" },
  failed: { hue: "error", icon: "error", label: "failed" },
  "never-ended": { hue: "warning", icon: "warning", label: "never ended" },
};

interface ToolStateMeta {
  readonly hue: Hue | undefined;
  readonly icon: IconName | undefined;
  readonly label: string;
}

const WAITING_META: ToolStateMeta = {
  hue: "warning",
  icon: "waiting",
  label: "waiting for a reply",
};

/** The state of a call; a running call that needs a reply is shown as waiting. */
export function getToolStateMeta(call: ToolCall, timeline: Timeline, n: number): ToolStateMeta {
  const state = call.stateAt(timeline, n);
  return state === "running" && call.fieldsAt(n).waits ? WAITING_META : TOOL_STATE_META[state];
}

/** What a tool that failed reported; empty if it did not fail, or said nothing. */
export function getToolFailure(call: ToolCall, timeline: Timeline, n: number): string {
  return call.stateAt(timeline, n) === "failed" ? describeToolFailure(call.fieldsAt(n).result) : "";
}

interface ToolFactsProps {
  call: ToolCall;
  timeline: Timeline;
  playhead: number;
  /** Formats a time relative to the start of the scope. */
  time: (ms: number) => string;
}

export function ToolFacts({ call, timeline, playhead, time }: ToolFactsProps) {
  const { name, agent, callId, args, result, step } = call.fieldsAt(playhead);
  const end = call.endTimeAt(timeline, playhead);
  const duration = end - call.item.time;
  const facts: Facts = [["Tool", name ?? "unnamed"]];
  facts.push(["State", getToolStateMeta(call, timeline, playhead).label]);
  if (call.start === null) facts.push(["Start", "not reported"]);
  else if (!Number.isNaN(duration)) facts.push(["Duration", formatDuration(duration)]);
  if (agent !== undefined) facts.push(["Agent", agent]);
  if (callId !== undefined) facts.push(["Call ID", callId]);
  if (step !== undefined) facts.push(["Plan step", step]);
  const reports = call.reports.filter(({ firstEvent }) => firstEvent <= playhead);
  return (
    <div>
      <FactList dense facts={facts} />
      {args !== undefined && <ValueSection label="Arguments" value={args} />}
      {reports.length > 0 && (
        <section aria-label="Reports">
          <h3 className={SECTION_HEADING}>{formatQuantity(reports.length, "report")}</h3>
          <ShowMore
            items={reports}
            renderList={(items) => <ol>{items}</ol>}
            renderItem={({ firstEvent, fields }, i) => (
              <li
                key={`${String(i)} ${firstEvent}`}
                className="flex gap-2.5 text-12/5 wrap-anywhere"
              >
                <ReportTime at={time(timeline.events.time.at(firstEvent))} />
                <span>{formatReported(fields, args)}</span>
              </li>
            )}
          />
        </section>
      )}
      {result !== undefined && <ValueSection label="Result" value={result} />}
    </div>
  );
}

/** Empty if the log has no times. */
function ReportTime({ at }: { at: string }) {
  return at === "" ? null : <span className="flex-none text-fg-3">{at}</span>;
}

/** What a report added, in a few words. */
function formatReported({ args, result, failed, waits }: ToolFields, known: unknown): string {
  if (failed === true) return "failed";
  if (result !== undefined) return `result: ${truncateText(formatInline(result), MAX_SHOWN)}`;
  const isNews = args !== undefined && !isSameJson(args, known);
  if (isNews) return `arguments: ${truncateText(formatInline(args), MAX_SHOWN)}`;
  return waits ? "waiting for a reply" : "still running";
}

const MAX_SHOWN = 300;

function formatInline(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(maskSecrets(value, []));
}
