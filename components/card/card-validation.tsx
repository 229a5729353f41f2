"use client";
// Validation results of the card: problems, most severe first, then the rules that passed. Each
// problem links to its lines in the source.
import { useEffect, useRef, useState } from "react";
import type { CardLintResult, CardProblem, CardSeverity } from "../../lib/lint/cards/lint-card.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CHIP } from "../ui/chip.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { formatPath } from "../ui/json-rows.ts";
import { Tag } from "../ui/tag.tsx";
import { CARD_SEVERITY_META } from "./card-severity-meta.ts";
import { getFindingKey, usePointedFinding } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";

const SEVERITIES: readonly CardSeverity[] = ["error", "warning", "note"];

export function CardProblemCounts({ review }: { review: CardLintResult }) {
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

export function CardValidation({ review }: { review: CardLintResult }) {
  const [showsPassed, setShowsPassed] = useState(false);
  const { findings, passed } = review;
  const [pointed] = usePointedFinding();
  const pointedAt = findings.findIndex((finding) => getFindingKey(finding) === pointed);
  const [shown, more] = useFirstItems(findings, "findings", pointedAt + 1);
  return (
    <section className="card-validation" aria-label="Validation">
      <header className="card-proof-head">
        <h2>Validation</h2>
        <span className="card-counts">
          <CardProblemCounts review={review} />
        </span>
      </header>
      <div className="card-findings">
        {findings.length === 0 && (
          <p className="card-none">No problems. The card follows all rules of its version.</p>
        )}
        <ul aria-label="Findings">
          {shown.map((finding) => (
            <CardFindingItem key={getFindingKey(finding)} finding={finding} />
          ))}
        </ul>
        {more}
        <Button
          size={24}
          icon={showsPassed ? "chevron-down" : "chevron-right"}
          aria-expanded={showsPassed}
          onClick={() => setShowsPassed(!showsPassed)}
        >
          Passed rules
        </Button>
        {showsPassed && (
          <ul className="card-passed" aria-label="Passed rules">
            {passed.map(({ rule, what }) => (
              <li key={rule}>
                <Icon name="check" size={12} />
                <span>{boundText(what)}</span>
                <code>{rule}</code>
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
      className={cx("card-finding", isPointed && "card-finding-pointed")}
    >
      <Icon name={icon} />
      <div>
        <h3>
          <span className="sr-only">{word}: </span>
          {boundText(title)}
        </h3>
        <p>
          {message} {remedy}
        </p>
        {corrected !== null && (
          <p className="card-corrected">
            <code>{boundText(corrected)}</code>
            <CopyButton text={corrected} what="corrected URL" size={24} />
          </p>
        )}
        <p className="card-finding-foot">
          <button
            type="button"
            className={cx(CHIP, "mono")}
            aria-label={`Show ${boundText(formatPath(path))} in the source, ${where}`}
            aria-pressed={isPointed}
            onClick={() => point(getFindingKey(finding))}
          >
            {path.length === 0 ? where : formatPath(path)}
          </button>
          <code title={spec}>{rule}</code>
        </p>
      </div>
    </li>
  );
}
