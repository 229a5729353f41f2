/**
 * The groups of rows as a tree: that of a call between agents is below that of the call it was made
 * for, after the rows that came before it. Without such calls all groups are at the root.
 *
 * Guarantees: a group is below one that started before it.
 */

import type { CallTree } from "../timeline/hops/call-tree.ts";
import type { RowGroup, RowGroups } from "./row-groups.ts";

export interface GroupNode {
  readonly group: RowGroup;
  readonly parent: GroupNode | null;
  /** 0 at the root. */
  readonly depth: number;
  /** In the order they started. */
  readonly children: readonly GroupNode[];
}

interface GrowingNode extends GroupNode {
  readonly children: GrowingNode[];
}

/** The nodes at the root, with the groups that have rows, or that contain such groups. */
export function createGroupTree(groups: RowGroups, calls: CallTree): GroupNode[] {
  const roots: GrowingNode[] = [];
  const nodes = new Map<RowGroup, GrowingNode>();
  for (const group of groups.list) {
    const caller = findCaller(groups, calls, group);
    const parent = (caller && nodes.get(caller)) ?? null;
    const node = { group, parent, depth: parent ? parent.depth + 1 : 0, children: [] };
    nodes.set(group, node);
    (parent ? nodes.get(parent.group)?.children : roots)?.push(node);
  }
  return removeEmpty(roots);
}

function findCaller(groups: RowGroups, calls: CallTree, group: RowGroup): RowGroup | undefined {
  if (calls.calls.length === 0) return undefined;
  const parent = calls.find(group.exchange.index)?.parentAt(Number.MAX_SAFE_INTEGER);
  return parent ? groups.findGroup(parent.exchange.index) : undefined;
}

function removeEmpty(nodes: readonly GrowingNode[]): GrowingNode[] {
  return nodes.filter((node) => {
    if (node.children.length > 0) node.children.splice(0, Infinity, ...removeEmpty(node.children));
    return node.group.rowCount > 0 || node.children.length > 0;
  });
}
