"use client";
// The results of a grade by group, what failed first. A result opens its recording at what shows it.

import { type ConformResult, groupResultsByUrgency } from "../../lib/conform/grade.ts";
import { StatusMark } from "../labels/status-mark.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";

interface ResultTableProps {
  results: readonly ConformResult[];
  /** What Loupe saw when it repeated a test of a report, by its id. */
  repeated?: ReadonlyMap<string, ConformResult>;
  onOpen: (result: ConformResult) => void;
}

export function ResultTable({ results, repeated, onOpen }: ResultTableProps) {
  return groupResultsByUrgency(results).map(({ name, results: own }) => (
    <section key={name} className="grid min-w-0 gap-1">
      <h3 className="font-semibold">{boundText(name)}</h3>
      <ul className="grid">
        {own.map((result) => (
          <ResultRow
            key={`${result.id} ${result.interface ?? ""} ${result.message}`}
            result={result}
            now={repeated?.get(result.id) ?? null}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  ));
}

interface ResultRowProps {
  result: ConformResult;
  now: ConformResult | null;
  onOpen: (result: ConformResult) => void;
}

function ResultRow({ result, now, onOpen }: ResultRowProps) {
  const { id, title, status, message, clause, interface: where } = result;
  const { recording, curl } = now ?? result;
  return (
    <li className="grid grid-cols-[9.25rem_minmax(0,1fr)_auto] items-start gap-x-2 border-t border-line-2 py-1.5 @max-[640px]/conformance:grid-cols-[minmax(0,1fr)_auto]">
      <span className="@max-[640px]/conformance:col-span-2">
        <StatusMark status={status} />
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">{title}</p>
        {status !== "pass" && (
          <p dir="auto" className="wrap-anywhere text-fg-2">
            {boundText(message, MAX_TEXT_LENGTH)}
          </p>
        )}
        {now && (
          <p className="wrap-anywhere text-fg-2">
            Repeated: <StatusMark status={now.status} /> {boundText(now.message, MAX_TEXT_LENGTH)}
          </p>
        )}
        <p className="wrap-anywhere text-fg-3">
          <span className="mono">{id}</span>
          {where !== null && ` · ${boundText(where)}`}
          {clause !== null && ` · ${boundText(clause)}`}
        </p>
      </div>
      <span className="flex gap-1">
        {curl !== null && status !== "pass" && (
          <CopyButton text={curl} what="command that repeats the request" size={24}>
            curl
          </CopyButton>
        )}
        {recording !== null && (
          <Button
            size={24}
            aria-label={`Open the recording of ${id}`}
            onClick={() => onOpen(now ?? result)}
          >
            Open
          </Button>
        )}
      </span>
    </li>
  );
}
