"use client";
// Explanation of a rule: effect on clients, how to fix it, disputes and the specification. Details of a
// problem format names as code.
import type { ReactNode } from "react";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { getSpecUrl } from "../../lib/report/spec-urls.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";

interface ExplanationViewProps {
  rule: string;
  /** The clause of the specification. */
  spec: string;
  /** The versions that the rule applies to, if they should be shown. */
  versions?: string;
  /** More space between the items. */
  spacious?: boolean;
}

export function ExplanationView(props: ExplanationViewProps) {
  const { rule, spec, versions, spacious = false } = props;
  const known = RULES_BY_ID.get(rule);
  return (
    <dl className={cx("grid max-w-[92ch] text-12", spacious ? "gap-2" : "gap-1")}>
      {known && (
        <>
          <ExplanationItem name="Effect on clients">{known.clients}</ExplanationItem>
          <ExplanationItem name="How to fix">{known.remedy}</ExplanationItem>
          {known.dispute !== undefined && (
            <ExplanationItem name="Disputed">{known.dispute}</ExplanationItem>
          )}
        </>
      )}
      <ExplanationItem name="Specification">
        <SpecLink spec={spec} />
      </ExplanationItem>
      {versions !== undefined && <ExplanationItem name="Versions">{versions}</ExplanationItem>}
    </dl>
  );
}

/** Links to the clause, if its URL is known. */
function SpecLink({ spec }: { spec: string }) {
  const url = getSpecUrl(spec);
  if (url === null) return spec;
  return (
    <a
      className="text-accent underline underline-offset-2"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {spec}
    </a>
  );
}

function ExplanationItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-3 max-phone:grid-cols-1">
      <dt className="text-fg-3">{name}</dt>
      <dd className="wrap-anywhere text-fg-2">{children}</dd>
    </div>
  );
}

/** The detail of a problem. Member and header names between backticks are formatted as code. */
export function DetailText({ detail }: { detail: string }) {
  return boundText(detail)
    .split("`")
    .map((text, i) =>
      i % 2 === 0 ? (
        text
      ) : (
        <code key={`${String(i)} ${text}`} className="font-mono text-[0.95em]">
          {text}
        </code>
      ),
    );
}
