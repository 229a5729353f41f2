"use client";
// Preview of a rule file before import: how many rules can be added, and what is wrong.
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import type { RuleImport } from "./import-rules.ts";
import { CARD } from "./settings-section.tsx";

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
    <section aria-label="Import" className={cx(CARD, "text-12/5")}>
      <p role="status">
        <b>{file}</b>
        {!isNone && `: ${facts.join(", ")}.`}
      </p>
      {problems.length > 0 && (
        <ul className="my-1.5 max-h-40 overflow-auto wrap-anywhere text-fg-2">
          {problems.map(({ index, message }) => (
            <li key={index}>
              {index >= 0 && <b>Rule {index + 1}: </b>}
              {message}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end gap-2">
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
