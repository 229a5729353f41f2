/** Places the agents of a map in layers, from top to bottom, and the arrows between them. */

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
const MAX_WIDTH = 150;
const MIN_WIDTH = 72;
const GAP = 12;
/** For the arrows between two layers, and for each label that would cover another. */
const LAYER_GAP = 44;
const LABEL_HEIGHT = 20;
const LABEL_WIDTH = 130;

/** `null` if there is no room for all agents of a layer. */
export function layOutMap({ nodes, edges }: AgentMap, width: number): MapLayout | null {
  const layers = groupByLayer(nodes);
  const labels = layers.map((_, i) => countLabels(edges, layers, i));
  const placed = new Map<string, PlacedNode>();
  let y = 0;
  for (const [i, layer] of layers.entries()) {
    const room = (width - GAP * (layer.length - 1)) / layer.length;
    if (room < MIN_WIDTH) return null;
    const nodeWidth = Math.min(MAX_WIDTH, room);
    const step = width / layer.length;
    for (const [k, node] of layer.entries()) {
      placed.set(node.key, { node, x: step * (k + 0.5) - nodeWidth / 2, y, width: nodeWidth });
    }
    y += NODE_HEIGHT + LAYER_GAP + Math.max(0, (labels[i] ?? 0) - 1) * LABEL_HEIGHT;
  }
  const bottom = Math.max(...[...placed.values()].map((one) => one.y)) + NODE_HEIGHT;
  return {
    nodes: [...placed.values()],
    edges: placeEdges(edges, placed, width),
    height: bottom + 4,
  };
}

/** Without empty layers. */
function groupByLayer(nodes: readonly AgentNode[]): AgentNode[][] {
  const layers = new Map<number, AgentNode[]>();
  for (const node of nodes) layers.set(node.layer, [...(layers.get(node.layer) ?? []), node]);
  return [...layers.keys()].toSorted((a, b) => a - b).map((layer) => layers.get(layer) ?? []);
}

/** How many labels may be above each other below a layer. */
function countLabels(
  edges: readonly AgentEdge[],
  layers: readonly (readonly AgentNode[])[],
  layer: number,
): number {
  const has = (keys: readonly AgentNode[], key: string) => keys.some((node) => node.key === key);
  const above = layers.slice(0, layer + 1).flat();
  return Math.min(
    4,
    edges.filter(({ from, to }) => has(layers[layer] ?? [], from) && !has(above, to)).length,
  );
}

function placeEdges(
  edges: readonly AgentEdge[],
  placed: ReadonlyMap<string, PlacedNode>,
  width: number,
): PlacedEdge[] {
  const taken: { readonly x: number; readonly y: number }[] = [];
  return edges.flatMap((edge): PlacedEdge[] => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    if (!from || !to) return [];
    const isDown = to.y > from.y;
    const start = {
      x: from.x + from.width / 2,
      y: isDown ? from.y + NODE_HEIGHT : from.y + NODE_HEIGHT / 2,
    };
    const end = { x: to.x + to.width / 2, y: isDown ? to.y - 2 : to.y + NODE_HEIGHT };
    const bend = isDown ? (end.y - start.y) / 2 : NODE_HEIGHT;
    const path = isDown
      ? `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`
      : `M${start.x} ${start.y}C${start.x} ${start.y + bend * 2} ${end.x} ${end.y + bend} ${end.x} ${end.y}`;
    const x = clamp((start.x + end.x) / 2, LABEL_WIDTH / 2, width - LABEL_WIDTH / 2);
    let y = (start.y + end.y) / 2 + (isDown ? 0 : bend);
    while (
      taken.some((one) => Math.abs(one.x - x) < LABEL_WIDTH && Math.abs(one.y - y) < LABEL_HEIGHT)
    ) {
      y += LABEL_HEIGHT;
    }
    taken.push({ x, y });
    return [{ edge, path, x, y }];
  });
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
