"use client";
// The user's rules: add, edit, remove with undo, import and export.

import { useState } from "react";
import {
  checkUserRule,
  formatUserRules,
  MAX_USER_RULES,
  parseUserRules,
  type UserRule,
  type UserRuleError,
} from "../../lib/dialects/user-rules.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { downloadText } from "../ui/choose-files.ts";
import { cx } from "../ui/cx.ts";
import { FileButton } from "../ui/drop-zone.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Tag } from "../ui/tag.tsx";
import {
  EMPTY_RULE_DRAFT,
  type RuleDraft,
  RuleForm,
  SOURCE_LABELS,
  toRuleDraft,
} from "./rule-form.tsx";
import { CARD, SettingsSection } from "./settings-section.tsx";
import { useDialects } from "./use-dialects.ts";

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
    <SettingsSection
      title="Your rules"
      hint="Take precedence over all frameworks. A rule matches the name of an artifact, a metadata key, or the beginning of a text."
    >
      {rules.length > 0 && (
        <ul>
          {rules.map((rule, index) =>
            editing?.index === index ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own
              <li key={index} className="border-t border-line-1">
                {form}
              </li>
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
      <p
        role="status"
        className={cx("flex items-center gap-2 text-12/5 text-fg-2", removed && "py-1.5")}
      >
        {removed && (
          <>
            Removed <b className="truncate">{getRuleTitle(removed.rule)}</b>
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
      <div className="flex flex-wrap gap-2 pt-1.5">
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
    </SettingsSection>
  );
}

interface UserRuleRowProps {
  rule: UserRule;
  onEdit: () => void;
  onRemove: () => void;
}

/** Kind, name and what the rule matches. */
function UserRuleRow({ rule, onEdit, onRemove }: UserRuleRowProps) {
  const { where, key, match, kind } = rule;
  const title = getRuleTitle(rule);
  const kindMeta = ITEM_KIND_META[kind];
  const pattern = [key, match && `/${match}/`].filter(Boolean).join(" ");
  return (
    <li
      data-part="user-rule"
      className="flex min-h-9 items-center gap-2 border-t border-line-1 text-12/5"
    >
      <Tag hue={kindMeta.hue}>{kindMeta.label}</Tag>
      <span
        className="min-w-0 flex-1 truncate text-fg-3"
        title={`${SOURCE_LABELS[where]}: ${pattern}`}
      >
        {rule.name && <span className="mr-2 font-medium text-fg-1">{rule.name}</span>}
        <span>{SOURCE_LABELS[where]}</span> <span className="mono text-fg-2">{pattern}</span>
      </span>
      <Button size={24} aria-label={`Edit ${title}`} onClick={onEdit}>
        Edit
      </Button>
      <Button size={24} aria-label={`Remove ${title}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

function getRuleTitle({ name, key, match }: UserRule): string {
  return name ?? match ?? key ?? "rule";
}

interface ImportedRulesProps {
  imported: RuleImport;
  onImport: (rules: readonly UserRule[]) => void;
  onCancel: () => void;
}

function ImportedRules({ imported, onImport, onCancel }: ImportedRulesProps) {
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

const MAX_FILE_BYTES = 1_000_000;

interface RuleImport {
  readonly file: string;
  /** The rules that are new. */
  readonly rules: readonly UserRule[];
  /** The number of rules that already exist. */
  readonly duplicateCount: number;
  readonly problems: readonly UserRuleError[];
  /** How many rules can still be added. */
  readonly room: number;
}

/** Reads rules from a file and sorts them into new, duplicate and invalid ones. */
async function readRuleFile(file: File, existingRules: readonly UserRule[]): Promise<RuleImport> {
  if (file.size <= MAX_FILE_BYTES)
    return parseRuleFile(file.name, await file.text(), existingRules);
  const message = "This file is too large for a rule file.";
  return {
    file: file.name,
    rules: [],
    duplicateCount: 0,
    problems: [{ index: -1, message }],
    room: 0,
  };
}

export function parseRuleFile(
  file: string,
  json: string,
  existingRules: readonly UserRule[],
): RuleImport {
  const { rules, errors } = parseUserRules(json);
  // A checked rule has its members in a fixed order.
  const existing = new Set(existingRules.map((rule) => JSON.stringify(checkUserRule(rule))));
  const newRules = rules.filter((rule) => !existing.has(JSON.stringify(rule)));
  return {
    file,
    rules: newRules,
    duplicateCount: rules.length - newRules.length,
    problems: errors,
    room: Math.max(0, MAX_USER_RULES - existingRules.length),
  };
}
