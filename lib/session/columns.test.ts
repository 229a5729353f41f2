import { expect, test } from "vitest";
import {
  hasColumnChoices,
  isColumnWanted,
  NO_COLUMN_CHOICES,
  parseColumnChoices,
  withColumnWidth,
} from "./columns.ts";

test("without a choice, columns are as by default", () => {
  expect(isColumnWanted(NO_COLUMN_CHOICES, "bytes")).toBe(true);
  expect(isColumnWanted(NO_COLUMN_CHOICES, "event")).toBe(false);
  expect(hasColumnChoices(NO_COLUMN_CHOICES)).toBe(false);
});

test("the entry cannot be hidden", () => {
  expect(isColumnWanted({ shown: { entry: false }, widths: {} }, "entry")).toBe(true);
});

test("a width is set and forgotten without the others", () => {
  const both = withColumnWidth({ shown: {}, widths: { time: 70 } }, "bytes", 90);
  expect(both.widths).toEqual({ time: 70, bytes: 90 });
  expect(withColumnWidth(both, "time", null).widths).toEqual({ bytes: 90 });
});

test.each([null, [], "wide", 3])("%j is no choice", (value) => {
  expect(parseColumnChoices(value)).toBeUndefined();
});

test("unknown columns and values of other types are dropped", () => {
  const stored = {
    shown: { bytes: false, tomorrow: true, kind: "yes", toString: true },
    widths: { bytes: 80, time: "60", kind: null, tomorrow: 3 },
  };
  expect(parseColumnChoices(stored)).toEqual({ shown: { bytes: false }, widths: { bytes: 80 } });
  expect(parseColumnChoices({})).toEqual(NO_COLUMN_CHOICES);
});
