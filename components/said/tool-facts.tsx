"use client";
// A tool call as of the playhead: who, with what, how it stands, and what it gave.
import type { ToolCall, ToolState } from "../../lib/dialects/tools.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { FactList, type Facts } from "../inspect/entry-facts.tsx";
import { formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { JsonTree } from "../ui/json-tree.tsx";

export const TOOL_LOOKS: Readonly<
  Record<ToolState, { hue: Hue | undefined; icon: IconName | undefined; word: string }>
> = {
  running: { hue: "tool", icon: undefined, word: "running" },
  completed: { hue: "ok", icon: "ok", word: "completed" },
  failed: { hue: "error", icon: "error", word: "failed" },
  "never-ended": { hue: "warning", icon: "warning", word: "never ended" },
};

export function ToolFacts({
  call,
  timeline,
  moment,
}: {
  call: ToolCall;
  timeline: Timeline;
  moment: number;
}) {
  const { name, agent, callId, args, result, step } = call.wordsAt(moment);
  const end = call.endTimeAt(timeline, moment);
  const took = end - call.item.time;
  const facts: Facts = [["Tool", name ?? "not named"]];
  if (agent !== undefined) facts.push(["Agent", agent]);
  if (callId !== undefined) facts.push(["Call id", callId]);
  if (step !== undefined) facts.push(["Plan step", step]);
  facts.push(["State", TOOL_LOOKS[call.stateAt(timeline, moment)].word]);
  if (call.start === null) facts.push(["Begun", "nobody said so"]);
  else if (!Number.isNaN(took)) facts.push(["Took", formatDuration(took)]);
  return (
    <div className="tool-facts">
      <FactList facts={facts} />
      <Given label="Arguments" value={args} />
      <Given label="Result" value={result} />
    </div>
  );
}

function Given({ label, value }: { label: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <section className="tool-given" aria-label={label}>
      <h3>{label}</h3>
      {typeof value === "object" && value !== null ? (
        <JsonTree label={label} value={value} />
      ) : (
        <pre className="ui-well" dir="auto">
          {String(value)}
        </pre>
      )}
    </section>
  );
}
