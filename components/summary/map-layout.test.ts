// Places of agents and arrows on the map.
import { describe, expect, test } from "vitest";
import type { AgentEdge, AgentMap, AgentNode } from "../../lib/report/hops/agent-map.ts";
import { layOutMap, NODE_HEIGHT } from "./map-layout.ts";

const NO_CALLS = { calls: 1, failed: 0, running: 0 };

const createNode = (key: string, layer: number): AgentNode => ({
  ...{ key, name: key, layer, ...NO_CALLS, workMs: 0, takenMs: 0 },
});
const createEdge = (from: string, to: string): AgentEdge => ({
  ...{ from, to, ...NO_CALLS, totalMs: 0, isInferred: false },
});
const createMap = (layers: readonly string[], edges: readonly string[]): AgentMap => ({
  nodes: layers.flatMap((names, layer) => [...names].map((name) => createNode(name, layer))),
  edges: edges.map((edge) => createEdge(edge.charAt(0), edge.charAt(1))),
  ...{ totalMs: 0, rootCalls: 1 },
});

describe("a map", () => {
  const map = createMap(["u", "p", "wt", "h"], ["up", "pw", "pt", "th", "wh"]);

  test("has its layers below each other, inside its box", () => {
    const layout = layOutMap(map, 400);
    const [u, p, w, t, h] = layout?.nodes ?? [];
    expect([u, p, w, t, h].map((placed) => placed?.node.key)).toEqual(["u", "p", "w", "t", "h"]);
    expect(p?.y).toBeGreaterThan((u?.y ?? 0) + NODE_HEIGHT);
    expect(t?.y).toBe(w?.y);
    expect(t?.x).toBeGreaterThan((w?.x ?? 0) + (w?.width ?? 0));
    for (const { x, y, width } of layout?.nodes ?? []) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(400);
      expect(y + NODE_HEIGHT).toBeLessThanOrEqual(layout?.height ?? 0);
    }
  });

  test("has labels that do not cover each other", () => {
    const labels = layOutMap(map, 300)?.edges ?? [];
    expect(labels).toHaveLength(5);
    for (const [i, one] of labels.entries()) {
      for (const other of labels.slice(i + 1)) {
        expect(Math.abs(one.x - other.x) >= 130 || Math.abs(one.y - other.y) >= 20).toBe(true);
      }
    }
  });

  test("without room for a layer is no drawing", () => {
    expect(layOutMap(createMap(["u", "abcdefgh"], []), 400)).toBeNull();
  });

  test("draws calls back to an agent above", () => {
    expect(layOutMap(createMap(["u", "p", "w"], ["up", "pw", "wp"]), 400)?.edges).toHaveLength(3);
  });
});
