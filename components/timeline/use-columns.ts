"use client";
// Hook for the columns of the rows: what fits the width of the list, as style and attributes of the
// element around head and rows, so that another width does not render the rows again.
import { type CSSProperties, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { ColumnId } from "../../lib/session/columns.ts";
import { useLayout } from "../app-context.tsx";
import { useMedia } from "../ui/use-media.ts";
import {
  type ColumnLayout,
  type FitOptions,
  fitColumns,
  formatGridTemplate,
  getColumnOffset,
} from "./fit-columns.ts";

interface Columns {
  readonly layout: ColumnLayout;
  /** The columns that rows have; none on phones, where rows have two lines. */
  readonly shown: ReadonlySet<ColumnId>;
  /** For the element around head and rows. */
  readonly boxProps: Readonly<Record<`data-${string}`, string | true | undefined>>;
  readonly style: CSSProperties;
  readonly ref: (box: HTMLElement | null) => void;
}

/** Their cells are always there, because phones show them on a second line. */
const HIDDEN_BY_STYLE: readonly ColumnId[] = ["time", "kind", "waterfall", "frames", "bytes"];
const NO_COLUMNS: ReadonlySet<ColumnId> = new Set();
const KIND_ICON_CENTER_PX = 8;
/** The least room for times on a phone, the same in all rows. */
const PHONE_TIME_PX = 64;

export function useColumns({ isTimed, timeWidth }: Omit<FitOptions, "choices">): Columns {
  const [box, ref] = useState<HTMLElement | null>(null);
  const { width, scrollbar } = useRowsSize(box);
  const choices = useLayout(({ columns }) => columns);
  const density = useLayout((layout) => layout.density);
  const isPhone = useMedia("(max-width: 760px)");
  return useMemo(() => {
    const layout = fitColumns(width, { choices, isTimed, timeWidth });
    const shown = new Set(layout.columns.map(({ id }) => id));
    const hidden = HIDDEN_BY_STYLE.filter((id) => !shown.has(id));
    const glyph = getColumnOffset(layout, "kind");
    const style: Record<`--${string}`, string> = {
      "--columns": formatGridTemplate(layout),
      "--scrollbar": `${scrollbar}px`,
      "--phone-time": `${Math.max(PHONE_TIME_PX, timeWidth ?? 0)}px`,
      // Without icons, nothing connects them.
      "--glyph": glyph === null ? "-1px" : `${glyph + KIND_ICON_CENTER_PX}px`,
    };
    return {
      layout,
      shown: isPhone ? NO_COLUMNS : shown,
      boxProps: {
        ...Object.fromEntries(hidden.map((id) => [`data-no-${id}`, true])),
        "data-icons": !layout.namesKinds || undefined,
        "data-density": density,
      },
      style: style as CSSProperties,
      ref,
    };
  }, [width, scrollbar, choices, density, isTimed, timeWidth, isPhone]);
}

interface RowsSize {
  readonly width: number;
  readonly scrollbar: number;
}

/** The width of the list and of its scrollbar; 0 until the browser has laid it out. */
function useRowsSize(box: HTMLElement | null): RowsSize {
  const [size, setSize] = useState<RowsSize>({ width: 0, scrollbar: 0 });
  useLayoutEffect(() => {
    if (!box) return;
    const list = box.querySelector("[data-part=list]");
    const measure = () => {
      const width = box.clientWidth;
      // A list that is not shown has no width; it returns as it was.
      if (width === 0) return;
      const scrollbar = list ? width - list.clientWidth : 0;
      setSize((before) =>
        before.width === width && before.scrollbar === scrollbar ? before : { width, scrollbar },
      );
    };
    // The observer reports before the next paint; reading the size now would force a layout.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
