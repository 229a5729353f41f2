// Flattens the groups of the rail into a list of rows, without the content of closed groups.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { ExchangeGroups } from "./exchange-groups.ts";
import type { ListedCall } from "./tapped-calls.ts";

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
  | {
      readonly kind: "exchange";
      readonly key: string;
      readonly exchange: Exchange;
      /** `null` if it did not pass a tap. */
      readonly call: ListedCall | null;
    };

interface OpenGroups {
  /** The keys of the groups that the user opened or closed. */
  readonly toggled: ReadonlySet<string>;
  /** What is searched for is shown wherever it is. */
  readonly areAllOpen: boolean;
  /** Otherwise look-ups fold away once there is something else, unless one failed. */
  readonly keepsLookups: boolean;
}

export function createRailRows(
  groups: ExchangeGroups,
  { toggled, areAllOpen, keepsLookups }: OpenGroups,
): RailRow[] {
  const isOpen = (key: string, isOpenAtFirst: boolean) =>
    areAllOpen || isOpenAtFirst !== toggled.has(key);
  const rows: RailRow[] = [];
  const { contexts, discovery, calls } = groups;
  const createExchangeRow = (exchange: Exchange): RailRow => {
    return {
      kind: "exchange",
      key: `exchange ${exchange.index}`,
      exchange,
      call: calls.find(exchange),
    };
  };
  if (contexts.length > 0) rows.push({ kind: "all", key: "all" });
  for (const { id, number, tasks } of contexts) {
    const key = `context ${id ?? ""}`;
    const label = id === null ? "No context" : `Context ${number}`;
    const open = isOpen(key, true);
    rows.push({ kind: "group", key, label, id: id ?? "", open });
    if (!open) continue;
    for (const { task, exchanges, shared } of tasks) {
      if (task && shared) {
        const lane = `${key} task ${task.index}`;
        rows.push({ kind: "task", key: lane, task, newest: shared, isPush: false });
      }
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
    const open = isOpen("discovery", contexts.length === 0 || keepsLookups);
    rows.push({ kind: "group", key: "discovery", label: "Discovery", id: "", open });
    if (open) rows.push(...discovery.map(createExchangeRow));
  }
  return rows;
}

const LEVELS: Readonly<Record<RailRow["kind"], number>> = {
  all: 1,
  group: 1,
  task: 2,
  exchange: 2,
};

/** In the tree, from 1. A call is inside the call that it was made for. */
export function getRailLevel(row: RailRow): number {
  const depth = row.kind === "exchange" ? (row.call?.depth ?? 0) : 0;
  return LEVELS[row.kind] + depth;
}

/** The row that contains another; the first row if none does. */
export function findParentRow(rows: readonly RailRow[], index: number): number {
  const row = rows[index];
  if (!row) return 0;
  const level = getRailLevel(row);
  return Math.max(
    0,
    rows.findLastIndex((other, at) => at < index && getRailLevel(other) < level),
  );
}
