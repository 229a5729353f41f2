"use client";
// The beginning of the agent's answer or question, rendered.
import { createRow } from "../../lib/dialects/rows.ts";
import { showsConversation } from "../../lib/session/main-view.ts";
import { showItem } from "../../lib/session/playback.ts";
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { useMedia } from "../ui/use-media.ts";
import { SummaryLine, SummarySection } from "./summary-section.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

export function AnswerSection({ shown }: { shown: ShownSummary }) {
  const session = useSession();
  const { interpretation, summary, playhead } = shown;
  const { answer, outcome: verdict } = summary;
  const isTalk = useView(showsConversation);
  const isNarrow = useMedia(NARROW_QUERY);
  // The conversation beside it has the whole answer.
  if (!answer || (isTalk && !isNarrow)) return null;
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
