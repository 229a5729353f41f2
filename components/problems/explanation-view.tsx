"use client";
// What breaking a rule means: to clients, to the agent's author, and where nobody is to blame.
import type { ReactNode } from "react";
import { getSpecUrl } from "../../lib/check/spec-urls.ts";
import { useExplanation } from "./use-explanation.ts";

interface ExplanationViewProps {
  rule: string;
  /** Where the specification says so. */
  spec: string;
  /** The versions that have the rule, where that is said. */
  versions?: string;
}

/** What it means stands there as soon as it has loaded. */
export function ExplanationView({ rule, spec, versions }: ExplanationViewProps) {
  const explained = useExplanation(rule);
  return (
    <dl className="explanation">
      {explained && (
        <>
          <ExplanationItem name="What clients do">{explained.consequence}</ExplanationItem>
          <ExplanationItem name="What to do">{explained.remedy}</ExplanationItem>
          {explained.dispute !== undefined && (
            <ExplanationItem name="In dispute">{explained.dispute}</ExplanationItem>
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

/** Where it can be read, where that is known. */
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
