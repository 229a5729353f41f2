"use client";
// Table with one page of listed tasks. Each row has a menu of operations.
import type { Task } from "../../lib/protocol/model.ts";
import { getStateLabel } from "../../lib/protocol/state-names.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { TaskMenu } from "./task-menu.tsx";

export interface TaskTableProps {
  tasks: readonly Task[];
  nextPageToken: string | null;
  onNextPage: (token: string) => void;
  onChosen: () => void;
}

export function TaskTable({ tasks, nextPageToken, onNextPage, onChosen }: TaskTableProps) {
  return (
    <>
      {tasks.length === 0 ? (
        <p className="operations-none">No matching tasks.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <section className="operations-table task-table" aria-label="Listed tasks" tabIndex={0}>
          <table>
            <caption className="sr-only">{formatQuantity(tasks.length, "task")}</caption>
            <thead>
              <tr>
                <th scope="col">State</th>
                <th scope="col">Task</th>
                <th scope="col">Context</th>
                <th scope="col">Changed</th>
                <th scope="col">
                  <span className="sr-only">Operations</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tasks.map(({ id, contextId, status }, index) => (
                <tr key={`${String(index)} ${id}`}>
                  <td>{boundText(getStateLabel(status))}</td>
                  <td className="mono" title={id ?? undefined}>
                    {boundText(id ?? "no id")}
                  </td>
                  <td className="mono" title={contextId ?? undefined}>
                    {boundText(contextId ?? "none")}
                  </td>
                  <td title={status.timestamp ?? undefined}>
                    {formatChangeTime(status.timestamp)}
                  </td>
                  <td>
                    <TaskMenu taskId={id ?? ""} onChosen={onChosen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
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
