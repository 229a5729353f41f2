// Tests of what the browser remembers of the layout.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_COLUMN_CHOICES } from "../../lib/session/columns.ts";
import { createViewStore } from "../../lib/session/view.ts";
import { createLayoutStore } from "./layout.ts";

const stored = new Map<string, string>();
const createLayout = () => createLayoutStore(createViewStore());

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("columns, row height and folded parts are the same in the next page", () => {
  const { showColumn, resizeColumn, saveColumns, setDensity, toggleFacts, toggleProvenance } =
    createLayout().getState();
  showColumn("bytes", false);
  resizeColumn("waterfall", 300);
  saveColumns();
  setDensity("compact");
  toggleFacts();
  toggleProvenance();
  expect(createLayout().getState()).toMatchObject({
    columns: { shown: { bytes: false }, widths: { waterfall: 300 } },
    density: "compact",
    foldsFacts: true,
    foldsProvenance: true,
  });
});

test("a width is remembered at the end of the drag", () => {
  const layout = createLayout();
  const { resizeColumn, saveColumns } = layout.getState();
  resizeColumn("time", 90);
  expect(layout.getState().columns.widths).toEqual({ time: 90 });
  expect(createLayout().getState().columns).toEqual(NO_COLUMN_CHOICES);
  saveColumns();
  expect(createLayout().getState().columns.widths).toEqual({ time: 90 });
});

test("showing the timeline restores the size of the inspector", () => {
  const layout = createLayout();
  layout.setState({ isInspectorMaximized: true });
  layout.getState().showTimeline();
  expect(layout.getState().isInspectorMaximized).toBe(false);
  layout.setState({ isInspectorMaximized: true });
  layout.getState().showPane("timeline");
  expect(layout.getState().isInspectorMaximized).toBe(false);
});
