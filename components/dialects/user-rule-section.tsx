"use client";
// The user's rules: add, edit, remove with undo, import and export.
import { useState } from "react";
import { formatUserRules, MAX_USER_RULES, type UserRule } from "../../lib/dialects/user-rules.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { downloadText } from "../ui/choose-files.ts";
import { FileButton } from "../ui/drop-zone.tsx";
import { type RuleImport, readRuleFile } from "./import-rules.ts";
import { ImportedRules } from "./imported-rules.tsx";
import { EMPTY_RULE_DRAFT, type RuleDraft, toRuleDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";
import { useDialects } from "./use-dialects.ts";
import { getRuleTitle, UserRuleRow } from "./user-rule-row.tsx";

interface EditedRule {
  /** `null` for a new one. */
  readonly index: number | null;
  readonly start: RuleDraft;
}

interface RemovedRule {
  readonly rule: UserRule;
  readonly index: number;
}

export function UserRuleSection() {
  const { settings, change } = useDialects();
  const { rules } = settings;
  const { dialogs } = useAppContext();
  const requested = useDialogParameters("dialects")?.rule;
  const [editing, setEditing] = useState<EditedRule | null>(() =>
    requested && rules.length < MAX_USER_RULES
      ? { index: null, start: toRuleDraft(requested) }
      : null,
  );
  const [removed, setRemoved] = useState<RemovedRule | null>(null);
  const [imported, setImported] = useState<RuleImport | null>(null);

  const save = (next: readonly UserRule[]) => {
    setRemoved(null);
    change({ rules: next });
  };
  const done = () => {
    setEditing(null);
    dialogs.getState().setParameters("dialects", {});
  };
  const remove = (index: number) => {
    const rule = rules[index];
    if (!rule) return;
    save(rules.filter((_, at) => at !== index));
    setRemoved({ rule, index });
    setEditing(null);
  };
  const open = async ([file]: File[]) => file && setImported(await readRuleFile(file, rules));
  const form = editing && (
    <RuleForm
      key={editing.index ?? "new"}
      start={editing.start}
      action={editing.index === null ? "Add rule" : "Save rule"}
      onCancel={done}
      onDone={(rule) => {
        const { index } = editing;
        save(index === null ? [...rules, rule] : rules.with(index, rule));
        done();
      }}
    />
  );
  const isFull = rules.length >= MAX_USER_RULES;
  return (
    <section aria-labelledby="dialects-rules">
      <h3 id="dialects-rules">Your rules</h3>
      <p className="dialects-hint">
        Take precedence over all frameworks. A rule matches the name of an artifact, a metadata key,
        or the beginning of a text.
      </p>
      {rules.length > 0 && (
        <ul className="rule-list">
          {rules.map((rule, index) =>
            editing?.index === index ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own
              <li key={index}>{form}</li>
            ) : (
              <UserRuleRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own
                key={index}
                rule={rule}
                onEdit={() => setEditing({ index, start: toRuleDraft(rule) })}
                onRemove={() => remove(index)}
              />
            ),
          )}
        </ul>
      )}
      {editing?.index === null && form}
      <p role="status" className="rule-removed">
        {removed && (
          <>
            Removed <b>{getRuleTitle(removed.rule)}</b>
            <Button
              size={24}
              variant="outline"
              autoFocus
              onClick={() => save(rules.toSpliced(removed.index, 0, removed.rule))}
            >
              Undo
            </Button>
          </>
        )}
      </p>
      {imported && (
        <ImportedRules
          imported={imported}
          onImport={(added) => {
            save([...rules, ...added]);
            setImported(null);
          }}
          onCancel={() => setImported(null)}
        />
      )}
      <div className="rule-actions">
        <Button
          variant="outline"
          icon="plus"
          disabled={isFull}
          onClick={() => setEditing({ index: null, start: EMPTY_RULE_DRAFT })}
        >
          Add rule
        </Button>
        <FileButton
          className={buttonClass({})}
          accept=".json,application/json"
          onFiles={(files) => void open(files)}
        >
          Import…
        </FileButton>
        <Button
          disabled={rules.length === 0}
          onClick={() =>
            downloadText("loupe-rules.json", "application/json", formatUserRules(rules))
          }
        >
          Export
        </Button>
      </div>
    </section>
  );
}
