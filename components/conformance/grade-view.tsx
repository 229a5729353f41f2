"use client";
// A grade that is made: its score, its results, what changed since another one, and its exports.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { compareReport } from "../../lib/conform/acts/compare-report.ts";
import { compareGrades } from "../../lib/conform/compare-grades.ts";
import {
  type ConformResult,
  countStatuses,
  type Grade,
  getResultKey,
} from "../../lib/conform/grade.ts";
import { CONFORM_STATUSES } from "../../lib/conform/judgement.ts";
import { formatGradeVerdict, STATUS_WORDS } from "../../lib/conform/report/text.ts";
import type { GradeSummary, StoredGrade } from "../../lib/conform/stored-grade.ts";
import { apiClient, getGradePath } from "../../lib/session/api-client.ts";
import { StatusMark } from "../labels/status-mark.tsx";
import { getGradeKey } from "../server-state.ts";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { ResultTable } from "./result-table.tsx";

/** The files that a grade is exported as; the names are those of the server. */
const EXPORTS = {
  html: "HTML",
  json: "JSON",
  junit: "JUnit",
  sarif: "SARIF",
  markdown: "Markdown",
  badge: "Badge",
  badgeJson: "Badge JSON",
} as const;

interface GradeViewProps {
  grade: StoredGrade;
  grades: readonly GradeSummary[];
  onOpen: (result: ConformResult) => void;
}

export function GradeView({ grade, grades, onOpen }: GradeViewProps) {
  const [shown, setShown] = useState<ConformResult["status"] | null>(null);
  const [otherId, setOtherId] = useState("");
  const earlier = grades.filter(({ id, address }) => id !== grade.id && address === grade.address);
  const { data: other = null } = useQuery({
    queryKey: getGradeKey(otherId),
    queryFn: () => apiClient.getGrade(otherId),
    enabled: otherId !== "",
  });
  const repeated = useRepeatedTests(grade, grades);
  const counts = countStatuses(grade);
  const results = shown
    ? grade.results.filter(({ status }) => status === shown)
    : grade.results.filter(({ status }) => status !== "not-applicable");
  return (
    <section className="grid min-w-0 gap-3" aria-label="Grade">
      <header className="grid gap-1">
        <h3 dir="auto" className="text-14 font-semibold wrap-anywhere">
          {boundText(grade.agent)}
        </h3>
        {[...formatGradeVerdict(grade)].map((line) => (
          <p key={line} className="wrap-anywhere text-fg-2">
            {boundText(line, MAX_TEXT_LENGTH)}
          </p>
        ))}
      </header>
      <fieldset className="flex flex-wrap gap-1" aria-label="Show results">
        {CONFORM_STATUSES.map((status) => {
          if (counts[status] === 0) return null;
          return (
            <Button
              key={status}
              size={24}
              pressed={shown === status}
              onClick={() => setShown(shown === status ? null : status)}
            >
              {`${counts[status]} ${STATUS_WORDS[status]}`}
            </Button>
          );
        })}
      </fieldset>
      <fieldset className="flex flex-wrap items-center gap-1" aria-label="Export">
        <span aria-hidden="true" className="mr-1 text-fg-2">
          Export as
        </span>
        {Object.entries(EXPORTS).map(([name, label]) => (
          <a
            key={name}
            className={buttonClass({ variant: "outline", size: 24 })}
            href={`${getGradePath(grade.id)}?as=${name}`}
            download
          >
            {label}
          </a>
        ))}
      </fieldset>
      {earlier.length > 0 && (
        <Select
          label="Compare with an earlier grade"
          outlined
          className="justify-self-start"
          options={[
            { value: "", label: "Compare with an earlier grade" },
            ...earlier.map(({ id, at, score }) => ({
              value: id,
              label: `${formatTime(at)}: ${score.passed} of ${score.all} passed`,
            })),
          ]}
          value={otherId}
          onChange={setOtherId}
        />
      )}
      {other && <Changes before={other} after={grade} />}
      <ResultTable results={results} repeated={repeated} onOpen={onOpen} />
    </section>
  );
}

/** What the newest repetition of a report's failed tests says of each. */
function useRepeatedTests({ id, report }: StoredGrade, grades: readonly GradeSummary[]) {
  const newest = grades.find(({ repeats }) => repeats === id)?.id ?? null;
  const { data: repetition = null } = useQuery({
    queryKey: getGradeKey(newest),
    queryFn: () => apiClient.getGrade(newest ?? ""),
    enabled: newest !== null,
  });
  const tests = report && repetition ? compareReport(report, repetition.results) : [];
  return new Map(tests.flatMap(({ reported, now }) => (now ? [[reported.id, now] as const] : [])));
}

/** In the reader's time zone. */
export const formatTime = (at: string) => new Date(at).toLocaleString();

function Changes({ before, after }: { before: Grade; after: Grade }) {
  const changes = compareGrades(before, after);
  if (changes.length === 0) return <p className="text-fg-2">Nothing changed since that grade.</p>;
  return (
    <section className="grid gap-1" aria-label="Changes">
      <h3 className="font-semibold">Changed since {formatTime(before.at)}</h3>
      <ul className="grid gap-1">
        {changes.map(({ id, title, interface: where, before: old, after: now }) => (
          <li
            key={getResultKey({ id, interface: where })}
            className="flex flex-wrap items-center gap-x-2"
          >
            {old ? <StatusMark status={old} /> : <span className="text-fg-3">none</span>}
            <span aria-hidden="true">→</span>
            {now ? <StatusMark status={now} /> : <span className="text-fg-3">none</span>}
            <span className="min-w-0 wrap-anywhere">
              {title} <span className="mono text-fg-3">{id}</span>
              {where !== null && <span className="text-fg-3"> · {boundText(where)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
