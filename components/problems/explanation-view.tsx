"use client";
// Explanation of a rule: effect on clients, how to fix it, disputes and the specification.
import type { ReactNode } from "react";
import { getSpecUrl } from "../../lib/check/spec-urls.ts";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";

interface ExplanationViewProps {
  rule: string;
  /** The clause of the specification. */
  spec: string;
  /** The versions that the rule applies to, if they should be shown. */
  versions?: string;
}

export function ExplanationView({ rule, spec, versions }: ExplanationViewProps) {
  const known = RULES_BY_ID.get(rule);
  return (
    <dl className="explanation">
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
    <a className="spec-link" href={url} target="_blank" rel="noopener noreferrer">
      {spec}
    </a>
  );
}

function ExplanationItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
