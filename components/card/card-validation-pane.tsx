"use client";
import { useEffect, useRef, useState } from "react";
import type { CardLintResult, CardProblem, CardSeverity } from "../../lib/lint/cards/lint-card.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
// Pane beside the card page: validation results above the source.
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { formatPath } from "../ui/json-rows.ts";
import { WRAPPING_CHIP } from "../ui/shared-classes.ts";
import { Tag } from "../ui/tag.tsx";
import { useFirstItems } from "./card-fact-grid.tsx";
import { CARD_SEVERITY_META } from "./card-problem-marker.tsx";
import { CardSource } from "./card-source.tsx";
import { getFindingKey, useCard, usePointedFinding } from "./use-card.ts";

export interface CardValidationPaneProps {
  /** As high as its content, below the card page. */
  stacked?: boolean;
}

export default function CardValidationPane({ stacked = false }: CardValidationPaneProps) {
  const card = useCard();
  if (!card) return null;
  return (
    <div
      className={cx("flex min-h-0 flex-col bg-bg-1", stacked ? "border-t border-line-2" : "h-full")}
    >
      <CardValidation review={card.review} stacked={stacked} />
      <CardSource card={card} stacked={stacked} />
    </div>
  );
}

const SEVERITIES: readonly CardSeverity[] = ["error", "warning", "note"];

function CardProblemCounts({ review }: { review: CardLintResult }) {
  return (
    <>
      {SEVERITIES.map((severity) => {
        const count = review.findings.filter((finding) => finding.severity === severity).length;
        const { hue, icon, word } = CARD_SEVERITY_META[severity];
        if (count === 0) return null;
        return (
          <Tag key={severity} hue={hue} icon={icon}>
            {formatQuantity(count, word)}
          </Tag>
        );
      })}
      <Tag hue="ok" icon="check">
        {review.passed.length} passed
      </Tag>
    </>
  );
}

interface CardValidationProps {
  review: CardLintResult;
  /** As high as its content. */
  stacked: boolean;
}

/**
 * Validation results of the card: problems, most severe first, then the rules that passed. Each
 * problem links to its lines in the source.
 */
function CardValidation({ review, stacked }: CardValidationProps) {
  const [showsPassed, setShowsPassed] = useState(false);
  const { findings, passed } = review;
  const [pointed] = usePointedFinding();
  const pointedAt = findings.findIndex((finding) => getFindingKey(finding) === pointed);
  const [shown, more] = useFirstItems(findings, "findings", pointedAt + 1);
  return (
    <section
      className={cx("flex min-h-30 flex-[0_1_auto] flex-col", !stacked && "max-h-[52%]")}
      aria-label="Validation"
    >
      <header className="flex min-h-10.75 flex-none flex-wrap items-center gap-1.5 border-b border-line-2 px-3 py-1.5">
        <h2 className="flex-1 text-14 font-semibold">Validation</h2>
        <span className="flex flex-wrap gap-1.5">
          <CardProblemCounts review={review} />
        </span>
      </header>
      <div className="min-h-0 overflow-auto">
        {findings.length === 0 && (
          <p className="px-3 pt-3 text-12/5 text-fg-2">
            No problems. The card follows all rules of its version.
          </p>
        )}
        <ul aria-label="Findings">
          {shown.map((finding) => (
            <CardFindingItem key={getFindingKey(finding)} finding={finding} />
          ))}
        </ul>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 px-2 py-1.5">
          {more}
          <Button
            size={24}
            icon={showsPassed ? "chevron-down" : "chevron-right"}
            aria-expanded={showsPassed}
            onClick={() => setShowsPassed(!showsPassed)}
          >
            Passed rules
          </Button>
        </div>
        {showsPassed && (
          <ul className="px-3 pb-3 text-12/5 text-fg-2" aria-label="Passed rules">
            {passed.map(({ rule, what }) => (
              <li
                key={rule}
                className="grid min-h-5.5 grid-cols-[18px_minmax(0,1fr)_auto] items-center"
              >
                <Icon name="check" size={12} className="text-ok" />
                <span>{boundText(what)}</span>
                <code className="text-11/5 text-fg-3">{rule}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function CardFindingItem({ finding }: { finding: CardProblem }) {
  const { severity, title, message, remedy, rule, spec, path, lines, corrected } = finding;
  const { hue, icon, word } = CARD_SEVERITY_META[severity];
  const [pointed, point] = usePointedFinding();
  const isPointed = pointed === getFindingKey(finding);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isPointed) item.current?.scrollIntoView({ block: "nearest" });
  }, [isPointed]);
  const where =
    lines.from === lines.to ? `line ${lines.from}` : `lines ${lines.from} to ${lines.to}`;
  return (
    <li
      ref={item}
      data-hue={hue}
      className={cx(
        "grid grid-cols-[18px_minmax(0,1fr)] gap-x-2 border-b border-line-1 p-3 wrap-anywhere",
        isPointed &&
          "bg-accent-bg forced-colors:outline forced-colors:-outline-offset-1 forced-colors:outline-[Highlight]",
      )}
    >
      <Icon name={icon} className="mt-0.5 text-hue" />
      <div className="text-12 text-fg-2">
        <h3 className="text-13 font-semibold text-fg-1">
          <span className="sr-only">{word}: </span>
          {boundText(title)}
        </h3>
        <p>
          {message} {remedy}
        </p>
        {corrected !== null && (
          <p className="flex items-center gap-1">
            <code>{boundText(corrected)}</code>
            <CopyButton text={corrected} what="corrected URL" size={24} />
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <button
            type="button"
            className={cx(WRAPPING_CHIP, "mono")}
            aria-label={`Show ${boundText(formatPath(path))} in the source, ${where}`}
            aria-pressed={isPointed}
            onClick={() => point(getFindingKey(finding))}
          >
            {path.length === 0 ? where : formatPath(path)}
          </button>
          <code className="flex-none text-11/4.5 text-fg-3" title={spec}>
            {rule}
          </code>
        </p>
      </div>
    </li>
  );
}
