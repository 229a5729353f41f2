"use client";
// What the part in view took: times to the first byte and tokens, the whole time, and tokens used.
import type { Item } from "../../lib/dialects/item.ts";
import { findEvidenceItem, showItem } from "../../lib/session/playback.ts";
import { formatTokenSplit } from "../content/format-token-split.ts";
import { useSession } from "../session.tsx";
import { formatCount, formatDuration } from "../ui/format.ts";
import { SummarySection } from "./summary-section.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

interface Measure {
  readonly name: string;
  readonly value: string;
  readonly title?: string;
  /** Finds the row that shows it. */
  readonly findItem?: () => Item | undefined;
}

const LINK = "rounded-2 underline decoration-line-3 underline-offset-3 hover:text-accent";

export function MeasuresSection({ shown }: { shown: ShownSummary }) {
  const session = useSession();
  const { tokens, turns } = shown.summary;
  const measures = listMeasures(shown);
  if (measures.length === 0) return null;
  const open = (findItem: () => Item | undefined) => {
    const item = findItem();
    if (item) showItem(session, item);
  };
  return (
    <SummarySection
      title={tokens ? "Time and tokens" : "Time"}
      aside={turns.length > 0 && `first bytes of turn ${formatCount(turns.length)}`}
    >
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(84px,1fr))] gap-x-3 gap-y-1.5">
        {measures.map(({ name, value, title, findItem }) => (
          <div key={name} title={title}>
            <dt className="text-11 text-fg-3">{name}</dt>
            <dd className="text-12/5 text-fg-1 tabular-nums">
              {findItem ? (
                <button type="button" className={LINK} onClick={() => open(findItem)}>
                  {value}
                </button>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </SummarySection>
  );
}

function listMeasures({ interpretation, summary }: ShownSummary): Measure[] {
  const { times, tokens, answer, plan, durationMs, activeMs } = summary;
  const { begun, ended, firstByteMs, planMs, answerMs } = times;
  const find = (exchange: string | null, what: "head" | "end") => () =>
    exchange === null
      ? undefined
      : findEvidenceItem(interpretation, { exchange, what, event: null });
  const list = [
    createMeasure("First byte", firstByteMs, find(begun, "head")),
    createMeasure("Plan begins", planMs, () => plan?.item),
    createMeasure(
      answer?.isQuestion ? "Question begins" : "Answer begins",
      answerMs,
      () => answer?.item,
    ),
    createMeasure("Total", durationMs, find(ended, "end")),
    activeMs === durationMs ? null : createMeasure("Active", activeMs),
    tokens && { name: "Tokens", value: formatCount(tokens.total), title: formatTokenSplit(tokens) },
  ];
  return list.filter((measure) => measure !== null);
}

function createMeasure(
  name: string,
  ms: number | null,
  findItem?: Measure["findItem"],
): Measure | null {
  if (ms === null) return null;
  return { name, value: formatDuration(ms), ...(findItem && { findItem }) };
}
