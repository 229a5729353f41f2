"use client";
// Preview of a rule file before import: how many rules can be added, and what is wrong.
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import type { RuleImport } from "./import-rules.ts";

export interface ImportedRulesProps {
  imported: RuleImport;
  onImport: (rules: readonly UserRule[]) => void;
  onCancel: () => void;
}

export function ImportedRules({ imported, onImport, onCancel }: ImportedRulesProps) {
  const { file, rules, duplicateCount, problems, room } = imported;
  const addable = rules.slice(0, room);
  const invalid = problems.filter(({ index }) => index >= 0).length;
  const facts = [
    `${formatQuantity(rules.length, "rule")} can be added`,
    duplicateCount > 0 &&
      `${formatQuantity(duplicateCount, "rule")} already ${duplicateCount === 1 ? "exists" : "exist"}`,
    invalid > 0 && `${formatQuantity(invalid, "rule")} ${invalid === 1 ? "is" : "are"} invalid`,
    addable.length < rules.length && `the limit allows ${room} more`,
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
        <Button onClick={onCancel}>{addable.length > 0 ? "Cancel" : "Close"}</Button>
        {addable.length > 0 && (
          <Button variant="primary" onClick={() => onImport(addable)}>
            Add {formatQuantity(addable.length, "rule")}
          </Button>
        )}
      </div>
    </section>
  );
}
