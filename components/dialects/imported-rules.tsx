"use client";
// What a file of rules holds, before any of it is taken: how many are right, and what is wrong.
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import type { RuleImport } from "./import-rules.ts";

export interface ImportedRulesProps {
  imported: RuleImport;
  onTake: (rules: readonly UserRule[]) => void;
  onLeave: () => void;
}

export function ImportedRules({ imported, onTake, onLeave }: ImportedRulesProps) {
  const { file, rules, duplicateCount, problems, room } = imported;
  const taken = rules.slice(0, room);
  const wrong = problems.filter(({ index }) => index >= 0).length;
  const facts = [
    `${formatQuantity(rules.length, "rule")} can be added`,
    duplicateCount > 0 &&
      `${formatQuantity(duplicateCount, "rule")} ${duplicateCount === 1 ? "is" : "are"} there already`,
    wrong > 0 && `${formatQuantity(wrong, "rule")} ${wrong === 1 ? "is" : "are"} wrong`,
    taken.length < rules.length && `there is room for ${room}`,
  ].filter(Boolean);
  const isNone = problems.some(({ index }) => index < 0);
  return (
    <section aria-label="Import" className="rules-imported">
      <p role="status">
        <b>{file}</b>
        {!isNone && `: ${facts.join(", ")}.`}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ index, message }) => (
            <li key={index}>
              {index >= 0 && <b>Rule {index + 1}: </b>}
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="rule-form-end">
        <Button onClick={onLeave}>{taken.length > 0 ? "Cancel" : "Close"}</Button>
        {taken.length > 0 && (
          <Button variant="primary" onClick={() => onTake(taken)}>
            Add {formatQuantity(taken.length, "rule")}
          </Button>
        )}
      </div>
    </section>
  );
}
