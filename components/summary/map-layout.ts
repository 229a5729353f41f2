/**
 * Places the agents of a map in layers, from top to bottom, and the arrows between them.
 *
 * Guarantees: no label covers an agent, the head of an arrow or another label. Labels are just above the
 * lower of its two agents, beside each other where there is room, else above each other.
 */

import type { AgentEdge, AgentMap, AgentNode } from "../../lib/report/hops/agent-map.ts";

export interface PlacedNode {
  readonly node: AgentNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PlacedEdge {
  readonly edge: AgentEdge;
  readonly path: string;
  /** Where its label is. */
  readonly x: number;
  readonly y: number;
}

export interface MapLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly height: number;
}

export const NODE_HEIGHT = 40;
export const LABEL_HEIGHT = 20;
/** For the head of an arrow and the end of its line. */
export const ARROW_LENGTH = 18;
const MAX_WIDTH = 150;
const MIN_WIDTH = 72;
const GAP = 12;
/** Where arrows bend, between the agents of a layer and the labels below them. */
const BEND_HEIGHT = 28;
/** Between labels beside each other. */
const LABEL_GAP = 4;
/** Where arrows that do not lead down begin and end, as a share of the width of an agent. */
const BACK_PORT = 0.85;

type MeasureLabel = (edge: AgentEdge) => number;

/** `null` if there is no room for all agents of a layer. `measureLabel` returns pixels. */
export function layOutMap(
  { nodes, edges }: AgentMap,
  width: number,
  measureLabel: MeasureLabel,
): MapLayout | null {
  const layers = groupByLayer(nodes);
  const columns = new Map<string, Column>();
  for (const [layer, below] of layers.entries()) {
    const room = (width - GAP * (below.length - 1)) / below.length;
    if (room < MIN_WIDTH) return null;
    const nodeWidth = Math.min(MAX_WIDTH, room);
    const step = width / below.length;
    for (const [k, node] of below.entries()) {
      const x = step * (k + 0.5) - nodeWidth / 2;
      columns.set(node.key, { node, layer, x, width: nodeWidth });
    }
  }
  const lines = createLines(edges, columns);
  const labels = placeLabels(lines, width, measureLabel);
  const tops: number[] = [];
  let y = 0;
  for (let layer = 0; layer < layers.length; layer++) {
    tops.push(y);
    const rows = labels.filter(({ line }) => line.gap === layer).map(({ row }) => row);
    const isLast = layer === layers.length - 1;
    y += NODE_HEIGHT;
    if (isLast && rows.length === 0) continue;
    y += BEND_HEIGHT + (Math.max(0, ...rows) + 1) * LABEL_HEIGHT + (isLast ? 0 : ARROW_LENGTH);
  }
  const getTop = (layer: number) => tops[layer] ?? y;
  return {
    nodes: [...columns.values()].map(({ node, layer, x, width }) => ({
      ...{ node, x, width },
      y: getTop(layer),
    })),
    edges: labels.map(({ line, x, row }) => {
      const isLast = line.gap === layers.length - 1;
      const bottom = isLast ? y : getTop(line.gap + 1) - ARROW_LENGTH;
      const at = { x, y: bottom - (row + 0.5) * LABEL_HEIGHT };
      return { edge: line.edge, path: drawPath(line, getTop, at), ...at };
    }),
    height: y + 4,
  };
}

/** Without empty layers. */
function groupByLayer(nodes: readonly AgentNode[]): AgentNode[][] {
  const layers = new Map<number, AgentNode[]>();
  for (const node of nodes) layers.set(node.layer, [...(layers.get(node.layer) ?? []), node]);
  return [...layers.keys()].toSorted((a, b) => a - b).map((layer) => layers.get(layer) ?? []);
}

interface Column {
  readonly node: AgentNode;
  readonly layer: number;
  readonly x: number;
  readonly width: number;
}

interface Line {
  readonly edge: AgentEdge;
  readonly from: Column;
  readonly to: Column;
  readonly startX: number;
  readonly endX: number;
  readonly labelX: number;
  /** The label is below this layer. */
  readonly gap: number;
}

/** Arrows that lead down to one agent end beside each other, in the order of their callers. */
function createLines(edges: readonly AgentEdge[], columns: ReadonlyMap<string, Column>): Line[] {
  const ends = edges.flatMap((edge) => {
    const [from, to] = [columns.get(edge.from), columns.get(edge.to)];
    return from && to ? [{ edge, from, to }] : [];
  });
  return ends.map(({ edge, from, to }): Line => {
    const at = (column: Column, share: number) => column.x + column.width * share;
    if (to.layer === from.layer) {
      const [startX, endX] = [at(from, 1 - BACK_PORT), at(to, BACK_PORT)];
      return { ...{ edge, from, to, startX, endX }, labelX: (startX + endX) / 2, gap: to.layer };
    }
    if (to.layer < from.layer) {
      const [startX, endX] = [at(from, BACK_PORT), at(to, BACK_PORT)];
      return { ...{ edge, from, to, startX, endX }, labelX: startX, gap: from.layer - 1 };
    }
    const callers = ends
      .filter((other) => other.to === to && other.from.layer < to.layer)
      .toSorted((a, b) => at(a.from, 0.5) - at(b.from, 0.5));
    const port = callers.findIndex((other) => other.edge === edge) + 1;
    const endX = at(to, port / (callers.length + 1));
    const startX = at(from, 0.5);
    return { ...{ edge, from, to, startX, endX }, labelX: endX, gap: to.layer - 1 };
  });
}

interface Label {
  readonly line: Line;
  /** Its center. */
  readonly x: number;
  /** From the bottom of its gap. */
  readonly row: number;
}

/** From left to right, each in the lowest row that has room. */
function placeLabels(lines: readonly Line[], width: number, measureLabel: MeasureLabel): Label[] {
  /** Where each row of each gap is free from. */
  const ends = new Map<number, number[]>();
  const labels = lines.map((line) => {
    const half = Math.min(measureLabel(line.edge), width) / 2;
    const x = clamp(line.labelX, half, width - half);
    return { line, x, half };
  });
  return labels
    .toSorted((a, b) => a.x - a.half - (b.x - b.half))
    .map(({ line, x, half }) => {
      const rows = ends.get(line.gap) ?? [];
      ends.set(line.gap, rows);
      const free = rows.findIndex((end) => end + LABEL_GAP <= x - half);
      const row = free < 0 ? rows.length : free;
      rows[row] = x + half;
      return { line, x, row };
    });
}

/** Straight beside the labels, so that each is on its own arrow. */
function drawPath(
  { from, to, startX, endX, gap }: Line,
  getTop: (layer: number) => number,
  label: { readonly y: number },
): string {
  const [start, end] = [getTop(from.layer), getTop(to.layer)];
  const [startBottom, endBottom] = [start + NODE_HEIGHT, end + NODE_HEIGHT];
  if (to.layer === from.layer) {
    // Down to the label and up again.
    const deep = endBottom + (label.y - endBottom) / 0.75;
    return `M${startX} ${startBottom}C${startX} ${deep} ${endX} ${deep} ${endX} ${endBottom + 2}`;
  }
  const bent = getTop(gap) + NODE_HEIGHT + BEND_HEIGHT;
  if (to.layer > from.layer) {
    const middle = (startBottom + bent) / 2;
    return `M${startX} ${startBottom}C${startX} ${middle} ${endX} ${middle} ${endX} ${bent}V${end - 2}`;
  }
  const middle = (bent + endBottom) / 2;
  return `M${startX} ${start}V${bent}C${startX} ${middle} ${endX} ${middle} ${endX} ${endBottom + 2}`;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
