"use client";
// One rule as it is: what it is called, what it looks for, what it makes of it.
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { WHERE_WORDS } from "./rule-form.tsx";

export interface RuleLineProps {
  rule: UserRule;
  onEdit: () => void;
  onRemove: () => void;
}

export function RuleLine({ rule, onEdit, onRemove }: RuleLineProps) {
  const { where, key, match, kind } = rule;
  const title = ruleTitle(rule);
  const look = KIND_LOOKS[kind];
  const sought = [key, match && `/${match}/`].filter(Boolean).join(" ");
  return (
    <li className="rule-line">
      <Tag hue={look.hue}>{look.word}</Tag>
      <span className="rule-words" title={`${WHERE_WORDS[where]}: ${sought}`}>
        {rule.name && <span className="rule-name">{rule.name}</span>}
        <span>{WHERE_WORDS[where]}</span> <span className="mono">{sought}</span>
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

export function ruleTitle({ name, key, match }: UserRule): string {
  return name ?? match ?? key ?? "rule";
}
