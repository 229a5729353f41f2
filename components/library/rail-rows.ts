// Flattens the groups of the rail into a list of rows, without the content of closed groups.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { ExchangeGroups } from "./exchange-groups.ts";

export type RailRow =
  | { readonly kind: "all"; readonly key: string }
  | {
      readonly kind: "group";
      readonly key: string;
      readonly label: string;
      /** The id of the context, if it has one. */
      readonly id: string;
      readonly open: boolean;
    }
  | {
      readonly kind: "task";
      readonly key: string;
      readonly task: TaskLane;
      readonly newest: Exchange | undefined;
      /** Whether its exchanges are push notifications. */
      readonly isPush: boolean;
    }
  | { readonly kind: "exchange"; readonly key: string; readonly exchange: Exchange };

export function createRailRows(groups: ExchangeGroups, closed: ReadonlySet<string>): RailRow[] {
  const rows: RailRow[] = [];
  const { contexts, discovery } = groups;
  if (contexts.length > 0) rows.push({ kind: "all", key: "all" });
  for (const { id, number, tasks } of contexts) {
    const key = `context ${id ?? ""}`;
    const label = id === null ? "No context" : `Context ${number}`;
    const open = !closed.has(key);
    rows.push({ kind: "group", key, label, id: id ?? "", open });
    if (!open) continue;
    for (const { task, exchanges } of tasks) {
      for (const isPush of [false, true]) {
        const shown = exchanges.filter(({ open }) => (open.record.inbound === true) === isPush);
        const [newest] = shown;
        // A task can appear in two contexts, and again for its notifications.
        const lane = `${key} task ${task?.index}${isPush ? " push" : ""}`;
        if (task && newest) rows.push({ kind: "task", key: lane, task, newest, isPush });
        rows.push(...shown.map(createExchangeRow));
      }
    }
  }
  if (discovery.length > 0) {
    const open = !closed.has("discovery");
    rows.push({ kind: "group", key: "discovery", label: "Discovery", id: "", open });
    if (open) rows.push(...discovery.map(createExchangeRow));
  }
  return rows;
}

function createExchangeRow(exchange: Exchange): RailRow {
  return { kind: "exchange", key: `exchange ${exchange.index}`, exchange };
}
