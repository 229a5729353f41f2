"use client";
// The tag of a row that shows something wrong: the worst in a few words, and how many more there are.
import type { Item } from "../../lib/dialects/item.ts";
import { type Muted, problemsOfItem } from "../../lib/lint/heard.ts";
import { Tag } from "../ui/tag.tsx";

interface RowProblemsProps {
  item: Item;
  moment: number;
  muted: Muted;
}

export function RowProblems({ item, moment, muted }: RowProblemsProps) {
  const problems = problemsOfItem(item, moment, muted);
  const [worst] = problems;
  if (!worst) return null;
  const title = problems.map(({ rule, message }) => `${rule}: ${message}`).join("\n");
  return (
    <span title={title}>
      <Tag hue={worst.severity === "error" ? "error" : "warning"} icon="warning">
        {worst.label}
        {problems.length > 1 && ` +${problems.length - 1}`}
      </Tag>
    </span>
  );
}
