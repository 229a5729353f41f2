"use client";
// Tag with the number of rules that the run or the shown exchange violates. Opens the problems panel.
import { collectActiveProblems, countProblems } from "../../lib/lint/active-problems.ts";
import { collectProblemHistories } from "../../lib/lint/problem-history.ts";
import { useView } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon } from "../ui/icons.tsx";
import { TAG_BUTTON, tagClass } from "../ui/tag.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { useProblemsStore } from "./problems-store.ts";
import { useMutedRules } from "./use-muted-rules.ts";

interface ProblemsTagProps {
  /** Beside a long verdict: in a narrow bar, the number has to do. */
  isCompact: boolean;
}

export function ProblemsTag({ isCompact }: ProblemsTagProps) {
  const { isOpen, toggle } = useProblemsStore((problems) => problems);
  const interpretation = useInterpretation();
  const muted = useMutedRules();
  const scope = useView((view) => view.scope);
  const problems = collectActiveProblems(interpretation, muted, scope);
  const { all, errors } = countProblems(problems);
  const mutedProblems = collectProblemHistories(
    interpretation.timeline,
    interpretation,
    scope,
  ).filter(({ rule }) => muted.has(rule.id));
  const hue: Hue | undefined = all === 0 ? undefined : errors > 0 ? "error" : "warning";
  if (all === 0 && mutedProblems.length === 0) return null;
  const title = problems.map(({ rule }) => `${rule.id}: ${rule.message}`).join("\n");
  return (
    <span>
      <button
        type="button"
        data-crowds=""
        className={cx(tagClass(hue, { large: true }), isOpen ? ringClass(hue) : TAG_BUTTON)}
        data-hue={hue}
        title={title}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name={hue ? "warning" : "mute"} size={12} />
        <TagCount
          isCompact={isCompact}
          text={hue ? formatQuantity(all, "problem") : `${mutedProblems.length} muted`}
        />
      </button>
    </span>
  );
}

function TagCount({ text, isCompact }: ProblemsTagProps & { text: string }) {
  const [count, word] = text.split(" ");
  return (
    <span>
      {count} <span className={cx(isCompact && "@max-[540px]/verdict:sr-only")}>{word}</span>
    </span>
  );
}

function ringClass(hue: Hue | undefined): string {
  return cx("inset-ring", hue ? "inset-ring-hue" : "inset-ring-line-3");
}
