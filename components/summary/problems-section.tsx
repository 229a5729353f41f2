"use client";
// The problems of the part in view: the most severe ones, each a link to its first violation.
import { countProblems } from "../../lib/lint/active-problems.ts";
import { goToEvidence } from "../../lib/session/problem-navigation.ts";
import { useProblemsStore } from "../problems/problems-store.ts";
import { formatHeading, SEVERITY_META } from "../problems/severity-meta.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { SummaryLine, SummarySection } from "./summary-section.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

const MAX_SHOWN = 5;

export function ProblemsSection({ shown: { summary } }: { shown: ShownSummary }) {
  const session = useSession();
  const { isOpen, toggle } = useProblemsStore((problems) => problems);
  const { problems } = summary;
  if (problems.length === 0) return null;
  const { errors, warnings } = countProblems(problems);
  const amounts = [
    errors > 0 && formatQuantity(errors, "error"),
    warnings > 0 && formatQuantity(warnings, "warning"),
  ];
  return (
    <SummarySection
      title="Problems"
      label="Problems found"
      aside={amounts.filter(Boolean).join(", ")}
    >
      <ul aria-label="Broken rules">
        {problems.slice(0, MAX_SHOWN).map(({ rule, count, evidence }) => {
          const { icon, hue, label } = SEVERITY_META[rule.severity];
          return (
            <li key={rule.id}>
              <SummaryLine
                icon={icon}
                hue={hue}
                status={label}
                aside={count > 1 ? `×${formatCount(count)}` : null}
                onOpen={() => goToEvidence(session, rule.id, evidence)}
              >
                {formatHeading(rule.title)}
              </SummaryLine>
            </li>
          );
        })}
      </ul>
      {problems.length > MAX_SHOWN && !isOpen && (
        <Button size={24} className="-ml-2" onClick={toggle}>
          Show all {formatQuantity(problems.length, "problem")}
        </Button>
      )}
    </SummarySection>
  );
}
