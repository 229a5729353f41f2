"use client";
// Explanation of a rule: effect on clients, how to fix it, disputes and the specification.
import type { ReactNode } from "react";
import { getSpecUrl } from "../../lib/check/spec-urls.ts";
import { useExplanation } from "./use-explanation.ts";

interface ExplanationViewProps {
  rule: string;
  /** The clause of the specification. */
  spec: string;
  /** The versions that the rule applies to, if they should be shown. */
  versions?: string;
}

/** The explanation appears when it has loaded. */
export function ExplanationView({ rule, spec, versions }: ExplanationViewProps) {
  const explanation = useExplanation(rule);
  return (
    <dl className="explanation">
      {explanation && (
        <>
          <ExplanationItem name="Effect on clients">{explanation.consequence}</ExplanationItem>
          <ExplanationItem name="How to fix">{explanation.remedy}</ExplanationItem>
          {explanation.dispute !== undefined && (
            <ExplanationItem name="Disputed">{explanation.dispute}</ExplanationItem>
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
