// Flattens a JSON value into the rows of a tree view.
// Guarantees: lists only open nodes and does not recurse, so that any depth and width works.
import { findCutPoint } from "./text-segments.ts";

type JsonKey = string | number;
export type JsonRowPath = readonly JsonKey[];

export interface JsonNode {
  parent: JsonNode | undefined;
  key: JsonKey | undefined;
  value: unknown;
  depth: number;
  /** Position among its siblings and their number. */
  index: number;
  siblings: number;
}

export type JsonRow =
  /** `open` is undefined for values that cannot be opened; `size` counts children or characters. */
  | { type: "value"; node: JsonNode; open: boolean | undefined; size: number }
  | { type: "text"; node: JsonNode; from: number; to: number }
  | { type: "close"; node: JsonNode };

/** Nodes that the user opened or closed, by path; kept when the value changes. */
export interface OpenTree {
  open?: boolean;
  children?: Map<JsonKey, OpenTree>;
}

export const MAX_STRING_LENGTH = 600;
const TEXT_ROW_LENGTH = 2000;

interface OpenRule {
  /** Containers above this depth start open... */
  depth: number;
  /** ...unless they have more children than this, */
  width: number;
  /** ...and as long as no more rows than this are shown. */
  rows: number;
}

export const DEFAULT_OPEN_RULE: OpenRule = { depth: 8, width: 100, rows: 1000 };

interface Frame {
  node: JsonNode;
  keys: readonly string[] | undefined;
  length: number;
  next: number;
  tree: OpenTree | undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function flattenJson(root: unknown, tree: OpenTree, rule = DEFAULT_OPEN_RULE): JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: Frame[] = [];

  const enter = (node: JsonNode, state: OpenTree | undefined) => {
    const { value } = node;
    if (typeof value === "string" && value.length > MAX_STRING_LENGTH) {
      const open = state?.open ?? false;
      rows.push({ type: "value", node, open, size: value.length });
      if (open) pushText(rows, node, value);
      return;
    }
    if (!isContainer(value)) {
      rows.push({ type: "value", node, open: undefined, size: 0 });
      return;
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    const length = keys?.length ?? (value as readonly unknown[]).length;
    const byRule = node.depth < rule.depth && length <= rule.width && rows.length < rule.rows;
    const open = length === 0 ? undefined : (state?.open ?? byRule);
    rows.push({ type: "value", node, open, size: length });
    if (open) stack.push({ node, keys, length, next: 0, tree: state });
  };

  enter({ parent: undefined, key: undefined, value: root, depth: 0, index: 0, siblings: 1 }, tree);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.next >= frame.length) {
      rows.push({ type: "close", node: frame.node });
      stack.pop();
      continue;
    }
    const index = frame.next++;
    const key = frame.keys?.[index] ?? index;
    const value = (frame.node.value as Record<JsonKey, unknown>)[key];
    const { node, length: siblings } = frame;
    const child = { parent: node, key, value, depth: node.depth + 1, index, siblings };
    enter(child, frame.tree?.children?.get(key));
  }
  return rows;
}

function pushText(rows: JsonRow[], node: JsonNode, text: string): void {
  for (let from = 0; from < text.length; ) {
    const to = findCutPoint(text, from + TEXT_ROW_LENGTH);
    rows.push({ type: "text", node, from, to });
    from = to;
  }
}

export function getNodePath(node: JsonNode): JsonRowPath {
  const path: JsonKey[] = [];
  for (let at = node; at.parent && at.key !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Formats a path as JavaScript: `result.parts[0]["odd key"]`. */
export function formatPath(path: JsonRowPath): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text === "" ? "(root)" : text;
}

export function setOpen(tree: OpenTree, path: JsonRowPath, open: boolean): void {
  getSubtree(tree, path).open = open;
}

/** Opens all ancestors of a node. */
export function openPathTo(tree: OpenTree, path: JsonRowPath): void {
  for (let depth = 0; depth < path.length; depth++)
    getSubtree(tree, path.slice(0, depth)).open = true;
}

/** Opens all containers below a node, breadth first, up to a limit. */
export function openAll(tree: OpenTree, path: JsonRowPath, value: unknown, budget = 5000): void {
  const queue: { state: OpenTree; value: unknown }[] = [{ state: getSubtree(tree, path), value }];
  for (let i = 0; i < queue.length && i < budget; i++) {
    const here = queue[i];
    if (!here || !isContainer(here.value)) continue;
    here.state.open = true;
    for (const [key, child] of iterateEntries(here.value)) {
      if (!isContainer(child)) continue;
      if (queue.length > budget) break;
      queue.push({ state: getChildTree(here.state, key), value: child });
    }
  }
}

function* iterateEntries(value: object): Generator<[JsonKey, unknown]> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield [i, value[i]];
    return;
  }
  for (const key in value) yield [key, (value as Record<string, unknown>)[key]];
}

function getSubtree(tree: OpenTree, path: JsonRowPath): OpenTree {
  let here = tree;
  for (const key of path) here = getChildTree(here, key);
  return here;
}

function getChildTree(state: OpenTree, key: JsonKey): OpenTree {
  state.children ??= new Map();
  const known = state.children.get(key);
  if (known) return known;
  const fresh: OpenTree = {};
  state.children.set(key, fresh);
  return fresh;
}
