// The groups of the rail as one flat list of rows, with closed groups left out.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { ExchangeGroups } from "./exchange-groups.ts";

export type RailRow =
  | { readonly kind: "all"; readonly key: string }
  | {
      readonly kind: "group";
      readonly key: string;
      readonly label: string;
      /** The context's id, where it has one. */
      readonly id: string;
      readonly open: boolean;
    }
  | {
      readonly kind: "task";
      readonly key: string;
      readonly task: TaskLane;
      readonly newest: Exchange | undefined;
      /** What follows was pushed about it, not asked. */
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
        // One task can be spoken of in two contexts, and in a lane of its own by notifications.
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
