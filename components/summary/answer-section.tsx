"use client";
// The beginning of the agent's answer or question, rendered.
import { createRow } from "../../lib/dialects/rows.ts";
import { showItem } from "../../lib/session/playback.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { SummaryLine, SummarySection } from "./summary-section.tsx";
import { useIsBesideTurns } from "./use-is-beside-turns.ts";
import type { ShownSummary } from "./use-run-summary.ts";

export function AnswerSection({ shown }: { shown: ShownSummary }) {
  const session = useSession();
  const { interpretation, summary, playhead } = shown;
  const { answer, outcome: verdict } = summary;
  // The conversation has the whole answer.
  const isSaid = useIsBesideTurns();
  if (!answer || isSaid) return null;
  const { item, isQuestion, text, length } = answer;
  const title = isQuestion
    ? "Question"
    : verdict === null
      ? "Answer so far"
      : verdict.clean || verdict.turns?.at(-1)?.clean
        ? "Answer"
        : "Last output";
  const open = () => showItem(session, item);
  return (
    <SummarySection title={title} onOpen={open}>
      {text === "" ? (
        <SummaryLine icon="artifact" hue="artifact" aside="no text" onOpen={open}>
          {boundText(createRow(interpretation, item, playhead).title)}
        </SummaryLine>
      ) : (
        <section
          className="-mb-2 max-h-72 overflow-auto mask-b-from-[calc(100%-20px)] pb-5"
          aria-label={`${title}: text`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          <Markdown text={text} />
        </section>
      )}
      {length > text.length && (
        <Button size={24} className="mt-1 -ml-2" onClick={open}>
          Show all {formatQuantity(length, "character")}
        </Button>
      )}
    </SummarySection>
  );
}
