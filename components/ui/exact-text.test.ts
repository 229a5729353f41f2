import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MAX_MARKS } from "./bounded-text.ts";
import { TextSegments } from "./text-segments.ts";
import { WireLine } from "./wire-line.tsx";

const MARK = "\u0301";

function draw(text: string, highlight?: { from: number; to: number }): string {
  const segments = new TextSegments();
  segments.update(text);
  const segment = segments.at(0);
  if (!segment) throw new Error("no line");
  return renderToStaticMarkup(createElement(WireLine, { text, segment, last: true, highlight }));
}

/** Offsets of the segments in the order in which they are drawn. */
function rangesIn(html: string): [number, number][] {
  return [...html.matchAll(/data-from="(\d+)" data-to="(\d+)"/g)].map(([, from, to]) => [
    Number(from),
    Number(to),
  ]);
}

test("a line without piles is one segment with its ending", () => {
  const html = draw(`data: e${MARK}\n`);
  expect(rangesIn(html)).toEqual([[0, 9]]);
  expect(html).not.toContain("data-part");
});

test("piles are counted outside of the text, and segments carry their offsets", () => {
  const html = draw(`ae${MARK.repeat(500)}z\n`, { from: 1, to: 600 });
  const shown = 2 + MAX_MARKS;
  expect(rangesIn(html)).toEqual([
    [0, 1],
    [1, shown],
    [shown, 502],
    [502, 503],
  ]);
  expect(html).toContain('data-label="⟨468 more marks⟩"');
  expect(html.replace(/<[^>]*>/g, "")).toBe(`ae${MARK.repeat(MAX_MARKS)}z`);
});
