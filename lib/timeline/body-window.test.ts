import { expect, test } from "vitest";
import { Body } from "../wire/body.ts";
import { createBodyWindow } from "./body-window.ts";

function bodyOf(...texts: string[]): Body {
  const body = new Body();
  for (const [i, text] of texts.entries()) body.push({ r: "data", x: "x", t: i, text }, i);
  return body;
}

const lines = Array.from({ length: 1000 }, (_, i) => `data: line ${i}\n`);

test("shows whole lines around a frame, and more on request up to the ends", () => {
  const body = bodyOf(...lines);
  const from = lines.slice(0, 500).join("").length;
  let shown = createBodyWindow(body, from - 100, from + 114);
  const text = () => body.slice(shown.from, shown.to);
  expect(text()).toMatch(/^data: line 49\d\n/);
  expect(text()).toMatch(/data: line 50\d\n$/);
  shown = createBodyWindow(body, shown.from - 200, shown.to);
  expect(text()).toMatch(/^data: line 47\d\n/);
  for (let i = 0; i < 60; i++) shown = createBodyWindow(body, shown.from - 400, shown.to + 400);
  expect(text()).toBe(lines.join(""));
});

test("a line without an end is cut, but not inside a character", () => {
  const body = bodyOf("\u{1F600}".repeat(20_000));
  const { from, to } = createBodyWindow(body, 19_001, 21_001);
  expect(from).toBeGreaterThan(10_000);
  expect(to).toBeLessThan(30_000);
  expect(body.slice(from, to)).toBe("\u{1F600}".repeat((to - from) / 2));
});
