"use client";
// Table with one page of listed tasks. Each row has a menu of operations.
import type { Task } from "../../lib/protocol/model.ts";
import { getStateLabel } from "../../lib/protocol/state-names.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { CELL, HeadCell, LAST_CELL, ResultTable } from "./result-table.tsx";
import { TaskMenu } from "./task-menu.tsx";

interface TaskTableProps {
  tasks: readonly Task[];
  nextPageToken: string | null;
  onNextPage: (token: string) => void;
  onChosen: () => void;
}

export function TaskTable({ tasks, nextPageToken, onNextPage, onChosen }: TaskTableProps) {
  return (
    <>
      {tasks.length === 0 ? (
        <p className="text-fg-3">No matching tasks.</p>
      ) : (
        <ResultTable
          label="Listed tasks"
          caption={formatQuantity(tasks.length, "task")}
          // The ids share the remaining width; the menu is always visible.
          className="table-fixed"
          head={
            <>
              <HeadCell className="w-26">State</HeadCell>
              <HeadCell>Task</HeadCell>
              <HeadCell className="max-phone:hidden">Context</HeadCell>
              <HeadCell className="w-36">Changed</HeadCell>
            </>
          }
        >
          {tasks.map(({ id, contextId, status }, index) => (
            <tr key={`${String(index)} ${id}`}>
              <td className={CELL}>{boundText(getStateLabel(status))}</td>
              <td className={cx(CELL, "mono")} title={id ?? undefined}>
                {boundText(id ?? "no id")}
              </td>
              <td className={cx(CELL, "mono max-phone:hidden")} title={contextId ?? undefined}>
                {boundText(contextId ?? "none")}
              </td>
              <td className={CELL} title={status.timestamp ?? undefined}>
                {formatChangeTime(status.timestamp)}
              </td>
              <td className={LAST_CELL}>
                <TaskMenu taskId={id ?? ""} onChosen={onChosen} />
              </td>
            </tr>
          ))}
        </ResultTable>
      )}
      {nextPageToken !== null && (
        <Button variant="outline" trailing="arrow-right" onClick={() => onNextPage(nextPageToken)}>
          Next page
        </Button>
      )}
    </>
  );
}

/** Shows invalid times as the agent sent them. */
function formatChangeTime(timestamp: string | null): string {
  if (timestamp === null) return "unknown";
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  return time.toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" });
}
