// Places of agents and arrows on the map.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEdge, AgentMap, AgentNode } from "../../lib/report/hops/agent-map.ts";
import { ARROW_LENGTH, LABEL_HEIGHT, layOutMap, NODE_HEIGHT } from "./map-layout.ts";

const NO_CALLS = { calls: 1, failed: 0, running: 0 };

const createNode = (key: string, layer: number): AgentNode => ({
  ...{ key, name: key, layer, ...NO_CALLS, workMs: 0 },
});
const createEdge = (from: string, to: string): AgentEdge => ({
  ...{ from, to, ...NO_CALLS, totalMs: 0, known: "inferred" },
});
const createMap = (layers: readonly string[], edges: readonly string[]): AgentMap => ({
  nodes: layers.flatMap((names, layer) => [...names].map((name) => createNode(name, layer))),
  edges: edges.map((edge) => createEdge(edge.charAt(0), edge.charAt(1))),
});

describe("a map", () => {
  const map = createMap(["u", "p", "wt", "h"], ["up", "pw", "pt", "th", "wh"]);

  test("has its layers below each other, inside its box", () => {
    const layout = layOutMap(map, 400, () => 100);
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

  test("without room for a layer is no drawing", () => {
    expect(layOutMap(createMap(["u", "abcdefgh"], []), 400, () => 100)).toBeNull();
  });

  test("draws calls back to an agent above", () => {
    expect(
      layOutMap(createMap(["u", "p", "w"], ["up", "pw", "wp"]), 400, () => 100)?.edges,
    ).toHaveLength(3);
  });

  test("has labels beside each other where there is room, else above each other", () => {
    const siblings = createMap(["u", "abc"], ["ua", "ub", "uc"]);
    const countRows = (labelWidth: number) =>
      new Set(layOutMap(siblings, 400, () => labelWidth)?.edges.map(({ y }) => y)).size;
    expect(countRows(100)).toBe(1);
    expect(countRows(180)).toBe(2);
  });

  test("has no label on an agent, the head of an arrow or another label", () => {
    fc.assert(
      fc.property(createMaps(), fc.integer({ min: 410, max: 900 }), (layers, width) => {
        const { map, labelWidths } = layers;
        const measure = (edge: AgentEdge) => labelWidths[map.edges.indexOf(edge)] ?? 0;
        const layout = layOutMap(map, width, measure);
        expect(layout?.edges).toHaveLength(map.edges.length);
        if (!layout) return;
        const labels = layout.edges.map(({ edge, x, y }) => createLabelBox(x, y, measure(edge)));
        const heads = layout.edges.map(({ path }) => createHeadBox(path));
        const agents = layout.nodes.map(({ x, y, width }) => ({
          ...{ left: x, right: x + width, top: y, bottom: y + NODE_HEIGHT },
        }));
        for (const [i, label] of labels.entries()) {
          for (const other of [...labels.slice(i + 1), ...heads, ...agents]) {
            expect(isOverlapping(label, other)).toBe(false);
          }
          expect(label.left).toBeGreaterThanOrEqual(-0.01);
          expect(label.right).toBeLessThanOrEqual(width + 0.01);
          expect(label.bottom).toBeLessThanOrEqual(layout.height);
        }
      }),
    );
  });
});

/** Up to four layers with up to five agents each, and any calls between them. */
function createMaps() {
  const layers = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 4 });
  return layers.chain((sizes) => {
    let at = 0;
    const names = sizes.map((size) => {
      at += size;
      return "abcdefghijklmnopqrstu".slice(at - size, at);
    });
    const agent = fc.constantFrom(...names.join(""));
    const edge = fc.tuple(agent, agent).map(([from, to]) => `${from}${to}`);
    const edges = fc.uniqueArray(edge, { minLength: 1, maxLength: 14 });
    const labelWidths = fc.array(fc.integer({ min: 30, max: 300 }), {
      minLength: 14,
      maxLength: 14,
    });
    return fc.record({ map: edges.map((shown) => createMap(names, shown)), labelWidths });
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const createLabelBox = (x: number, y: number, width: number): Box => ({
  ...{ left: x - width / 2, right: x + width / 2 },
  ...{ top: y - LABEL_HEIGHT / 2, bottom: y + LABEL_HEIGHT / 2 },
});

/** Arrows that end with a vertical line lead down, others up. */
function createHeadBox(path: string): Box {
  const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  const isDown = /V[^C]+$/.test(path);
  const tip = { x: numbers.at(isDown ? -3 : -2) ?? 0, y: numbers.at(-1) ?? 0 };
  const length = ARROW_LENGTH - 2;
  return {
    ...{ left: tip.x - 4, right: tip.x + 4 },
    ...(isDown ? { top: tip.y - length, bottom: tip.y } : { top: tip.y, bottom: tip.y + length }),
  };
}

const isOverlapping = (one: Box, other: Box): boolean =>
  one.left < other.right - 0.01 &&
  one.right > other.left + 0.01 &&
  one.top < other.bottom - 0.01 &&
  one.bottom > other.top + 0.01;
