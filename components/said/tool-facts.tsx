"use client";
import type { ToolFields } from "../../lib/dialects/detector.ts";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import type { ToolCall, ToolState } from "../../lib/dialects/tool-calls.ts";
import { isSameJson } from "../../lib/protocol/json.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
// A tool call as of the playhead: who, with what, how it stands, and what it gave.
import { stringifyJson } from "../../lib/wire/json-stringify.ts";
import { FactList, type Facts } from "../inspect/entry-facts.tsx";
import { formatDuration, plural } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";
import { ValueView } from "./value-view.tsx";

const TOOL_LOOKS: Readonly<Record<ToolState, ToolLook>> = {
  running: { hue: "tool", icon: undefined, word: "running" },
  completed: { hue: "ok", icon: "ok", word: "completed" },
  failed: { hue: "error", icon: "error", word: "failed" },
  "never-ended": { hue: "warning", icon: "warning", word: "never ended" },
};

export interface ToolLook {
  readonly hue: Hue | undefined;
  readonly icon: IconName | undefined;
  readonly word: string;
}

const WAITS: ToolLook = { hue: "warning", icon: "waiting", word: "waits for an answer" };

/** How a call stands; one that somebody must answer is not at work. */
export function toolLookAt(call: ToolCall, timeline: Timeline, n: number): ToolLook {
  const state = call.stateAt(timeline, n);
  return state === "running" && call.fieldsAt(n).waits ? WAITS : TOOL_LOOKS[state];
}

export interface ToolFactsProps {
  call: ToolCall;
  timeline: Timeline;
  moment: number;
  /** A time as the reader counts it. */
  time: (ms: number) => string;
}

export function ToolFacts({ call, timeline, moment, time }: ToolFactsProps) {
  const { name, agent, callId, args, result, step } = call.fieldsAt(moment);
  const end = call.endTimeAt(timeline, moment);
  const took = end - call.item.time;
  const facts: Facts = [["Tool", name ?? "not named"]];
  facts.push(["State", toolLookAt(call, timeline, moment).word]);
  if (call.start === null) facts.push(["Begun", "nobody said so"]);
  else if (!Number.isNaN(took)) facts.push(["Took", formatDuration(took)]);
  if (agent !== undefined) facts.push(["Agent", agent]);
  if (callId !== undefined) facts.push(["Call id", callId]);
  if (step !== undefined) facts.push(["Plan step", step]);
  const reports = call.reports.filter(({ firstEvent: birth }) => birth <= moment);
  return (
    <div className="tool-facts">
      <FactList facts={facts} />
      <Given label="Arguments" value={args} />
      {reports.length > 0 && (
        <section className="tool-given" aria-label="Reports">
          <h3>{plural(reports.length, "report")}</h3>
          <Most
            of={reports}
            list={(items) => <ol className="said-reports">{items}</ol>}
            each={({ firstEvent: birth, fields: words }, i) => (
              <li key={`${String(i)} ${birth}`}>
                <ReportTime at={time(timeline.events.time.at(birth))} />
                <span>{toldIn(words, args)}</span>
              </li>
            )}
          />
        </section>
      )}
      <Given label="Result" value={result} />
    </div>
  );
}

/** Not every log has times. */
function ReportTime({ at }: { at: string }) {
  return at === "" ? null : <span className="text-fg-3">{at}</span>;
}

/** What a report brought, in a few words. */
function toldIn({ args, result, failed, waits }: ToolFields, known: unknown): string {
  if (failed === true) return "failed";
  if (result !== undefined) return `result: ${short(inOneLine(result), MOST_SHOWN)}`;
  const isNews = args !== undefined && !isSameJson(args, known);
  if (isNews) return `arguments: ${short(inOneLine(args), MOST_SHOWN)}`;
  return waits ? "waits for an answer" : "goes on";
}

const MOST_SHOWN = 300;

function inOneLine(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(maskSecrets(value, []));
}

function Given({ label, value }: { label: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <section className="tool-given" aria-label={label}>
      <h3>{label}</h3>
      <ValueView label={label} value={value} />
    </section>
  );
}
