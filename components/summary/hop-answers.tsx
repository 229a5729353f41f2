"use client";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
// In words, of a run with calls between agents: who failed first, and where the time went.
import { getCalleeLabel, listFailureChain } from "../../lib/report/hops/hop-tree.ts";
import { formatHopTime, type HopTimeReport } from "../../lib/report/hops/time-report.ts";
import { findEvidenceItem, showItem } from "../../lib/session/playback.ts";
import { getVerdictMeta } from "../labels/verdict-labels.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { SummaryLine } from "./summary-section.tsx";
import type { ShownHops } from "./use-hops.ts";
import type { ShownSummary } from "./use-run-summary.ts";

export function HopAnswers({ shown, hops }: { shown: ShownSummary; hops: ShownHops }) {
  return (
    <section aria-label="What happened between agents" className="px-3 pb-2">
      <FirstFailure shown={shown} hops={hops} />
      <TimeSplit time={hops.hops.time} />
    </section>
  );
}

function FirstFailure({ shown, hops: { hops } }: { shown: ShownSummary; hops: ShownHops }) {
  const session = useSession();
  const [first, ...callers] = listFailureChain(hops);
  if (!first) return null;
  const open = () => {
    const { exchange } = first;
    const item = findEvidenceItem(shown.interpretation, { exchange, what: "request", event: null });
    if (item) showItem(session, item);
  };
  const { verdict } = first;
  const isFault = shown.summary.verdict?.fault?.exchange === first.exchange;
  const { icon, hue } = getVerdictMeta(verdict);
  const path = callers.map(
    (call) => `${getCalleeLabel(call)} (${formatVerdictTitle(call.verdict)})`,
  );
  const calledBy = path.length === 0 ? "" : ` Called by ${path.join(", for ")}.`;
  return (
    <SummaryLine
      icon={icon}
      hue={hue}
      // The verdict above says it already.
      detail={isFault ? "" : `${verdict.because}${calledBy}`}
      onOpen={open}
    >
      Failed first: {getCalleeLabel(first)}
    </SummaryLine>
  );
}

function TimeSplit({ time }: { time: HopTimeReport }) {
  const text = formatHopTime(time, formatDuration);
  if (text === null) return null;
  return (
    <p
      data-part="time-split"
      title={TIME_TITLE}
      className="flex items-start gap-2 text-12/5 text-fg-2"
    >
      <Icon name="timing" size={14} className="mt-0.75 text-fg-3" />
      <span className="min-w-0 wrap-anywhere">{boundText(text)}</span>
    </p>
  );
}

const TIME_TITLE =
  "Each moment counts for the agent that the call could not go on without: of agents that worked at the same time, the one that ended last";
