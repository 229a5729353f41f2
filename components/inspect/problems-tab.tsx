"use client";
// What is wrong with this row: each rule once, with the event that showed it first.
import type { EntryFinding } from "../../lib/lint/findings.ts";
import { useSession } from "../session.tsx";
import { formatCount } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { EmptyState } from "../ui/status.tsx";
import type { Inspected } from "./use-inspected.ts";
import { useWhere } from "./where.ts";

const LOOKS: Readonly<
  Record<EntryFinding["severity"], { hue: Hue; icon: IconName; word: string }>
> = {
  error: { hue: "error", icon: "error", word: "Error" },
  warning: { hue: "warning", icon: "warning", word: "Warning" },
  info: { hue: "accent", icon: "note", word: "Note" },
};

export function ProblemsTab({
  inspected,
  findings,
}: {
  inspected: Inspected;
  findings: readonly EntryFinding[];
}) {
  const { view } = useSession();
  const where = useWhere(inspected.timeline);
  if (findings.length === 0) {
    const { entry, item } = inspected;
    const later = (!item.isInside && entry.problems.length > 0) || item.remarks.length > 0;
    return (
      <EmptyState icon="ok" title={later ? "No problems so far" : "No problems"}>
        {later ? "Some show later than the playhead." : "Nothing about this row breaks a rule."}
      </EmptyState>
    );
  }
  return (
    <ul className="findings">
      {findings.map(({ rule, severity, label, message, event }) => {
        const look = LOOKS[severity];
        return (
          <li key={rule} data-hue={look.hue}>
            <Icon name={look.icon} />
            <div>
              <h3>
                <span className="sr-only">{look.word}: </span>
                {/_/.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1)}
              </h3>
              <p>{message}</p>
              <p className="finding-evidence">
                <button
                  type="button"
                  className="ui-chip"
                  onClick={() => view.setState({ event, tab: "decoded" })}
                >
                  first at frame #{formatCount(where.number(event))}
                  {where.timeOf(event) !== "" && ` · ${where.timeOf(event)}`}
                </button>
                <code>{rule}</code>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
