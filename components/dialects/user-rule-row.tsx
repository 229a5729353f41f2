"use client";
// One rule of the user in the list: kind, name and what it matches.
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { SOURCE_LABELS } from "./rule-form.tsx";

export interface UserRuleRowProps {
  rule: UserRule;
  onEdit: () => void;
  onRemove: () => void;
}

export function UserRuleRow({ rule, onEdit, onRemove }: UserRuleRowProps) {
  const { where, key, match, kind } = rule;
  const title = getRuleTitle(rule);
  const kindMeta = ITEM_KIND_META[kind];
  const pattern = [key, match && `/${match}/`].filter(Boolean).join(" ");
  return (
    <li className="rule-line">
      <Tag hue={kindMeta.hue}>{kindMeta.label}</Tag>
      <span className="rule-words" title={`${SOURCE_LABELS[where]}: ${pattern}`}>
        {rule.name && <span className="rule-name">{rule.name}</span>}
        <span>{SOURCE_LABELS[where]}</span> <span className="mono">{pattern}</span>
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

export function getRuleTitle({ name, key, match }: UserRule): string {
  return name ?? match ?? key ?? "rule";
}
