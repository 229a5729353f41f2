"use client";
// What the agent did: the plan with the state of each step, and the tool calls with their durations.
import { ITEM_KINDS } from "../../lib/dialects/kinds.ts";
import type { PlanSummary, ToolSummary } from "../../lib/report/facts/work.ts";
import { showItem } from "../../lib/session/playback.ts";
import { getStepsAt, PlanSteps } from "../content/plan-steps.tsx";
import { getToolStateMeta } from "../content/tool-facts.tsx";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { SummaryLine, SummarySection } from "./summary-section.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

const MAX_STEPS = 10;

export function PlanSection({ shown }: { shown: ShownSummary }) {
  const session = useSession();
  const { interpretation, summary, playhead } = shown;
  const { time } = useEventFormatter(interpretation.timeline);
  const { plan: found } = summary;
  if (!found) return null;
  const { item, plan } = found;
  const steps = getStepsAt(plan, playhead);
  const open = () => showItem(session, item);
  return (
    <SummarySection title="Plan" aside={formatProgress(found)} onOpen={open}>
      <PlanSteps
        interpretation={interpretation}
        plan={plan}
        steps={steps.slice(0, MAX_STEPS)}
        playhead={playhead}
        time={time}
      />
      {steps.length > MAX_STEPS && (
        <Button size={24} className="-ml-2" onClick={open}>
          Show all {formatQuantity(steps.length, "step")}
        </Button>
      )}
    </SummarySection>
  );
}

function formatProgress({ counts }: PlanSummary): string {
  const { completed, failed } = counts;
  const total = completed + failed + counts.pending + counts["in-progress"];
  if (total === 0) return "";
  const done = `${formatCount(completed)} of ${formatCount(total)} done`;
  return failed === 0 ? done : `${done}, ${formatCount(failed)} failed`;
}

export function ToolsSection({ shown }: { shown: ShownSummary }) {
  const { view } = useSession();
  const { tools } = shown.summary;
  const { count, failed, shown: lines } = tools;
  if (count === 0) return null;
  const showAll = () =>
    view.setState(({ filter }) => ({
      filter: { ...filter, hidden: ITEM_KINDS.filter((kind) => kind !== "tool") },
    }));
  const calls = formatQuantity(count, "call");
  return (
    <SummarySection
      title="Tools"
      aside={failed === 0 ? calls : `${calls}, ${formatCount(failed)} failed`}
    >
      <ul aria-label="Tool calls">
        {lines.map((tool) => (
          <li key={tool.call.item.index}>
            <ToolLine tool={tool} shown={shown} />
          </li>
        ))}
      </ul>
      {count > lines.length && (
        <Button size={24} className="-ml-2" onClick={showAll}>
          Filter the rows by {formatQuantity(count, "tool call")}
        </Button>
      )}
    </SummarySection>
  );
}

function ToolLine({ tool, shown }: { tool: ToolSummary; shown: ShownSummary }) {
  const session = useSession();
  const { item, call, name, durationMs, failure } = tool;
  const { timeline } = shown.interpretation;
  const { icon = "tool", hue, label } = getToolStateMeta(call, timeline, shown.playhead);
  return (
    <SummaryLine
      icon={icon}
      hue={hue}
      status={label}
      aside={durationMs === null ? label : formatDuration(durationMs)}
      detail={failure}
      onOpen={() => showItem(session, item)}
    >
      <span className="mono text-fg-1">{boundText(name)}</span>
    </SummaryLine>
  );
}
