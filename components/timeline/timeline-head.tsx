"use client";
// Head of the rows: the names of the columns, edges that resize them, and the menu that chooses them.
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useStore } from "zustand";
import {
  COLUMN_IDS,
  type ColumnId,
  hasColumnChoices,
  isColumnWanted,
} from "../../lib/session/columns.ts";
import { DENSITIES } from "../../lib/session/settings.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { cx } from "../ui/cx.ts";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { resetColumns } from "./feature.ts";
import {
  COLUMN_SIZES,
  type ColumnLayout,
  getWidthLimit,
  type ShownColumn,
  type SizedColumnId,
} from "./fit-columns.ts";
import type { Axis } from "./use-axis.ts";
import { AxisHead } from "./waterfall.tsx";

const HEAD =
  "timeline-head relative z-2 h-6 flex-none border-b border-line-2 bg-bg-2 text-11/5 text-fg-3 max-phone:hidden";
const EDGE =
  "absolute inset-y-0 z-1 w-2.5 cursor-col-resize touch-none before:absolute before:inset-y-1 before:left-1/2 before:w-px before:bg-line-2 hover:before:bg-accent data-dragging:before:bg-accent focus-visible:before:bg-accent forced-colors:before:bg-[ButtonBorder] forced-colors:hover:before:bg-[Highlight]";

const COLUMN_LABELS: Readonly<Record<ColumnId, string>> = {
  event: "Event",
  time: "Time",
  kind: "Kind",
  entry: "Entry",
  duration: "Duration",
  waterfall: "Waterfall",
  frames: "Frames",
  bytes: "Bytes",
};

/** Numbers, which are aligned at their end. */
const NUMBERS: ReadonlySet<ColumnId> = new Set(["event", "time", "duration", "frames", "bytes"]);

interface TimelineHeadProps {
  layout: ColumnLayout;
  axis: Axis | null;
}

export function TimelineHead({ layout, axis }: TimelineHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> is for forms
    <div className={HEAD} role="group" aria-label="Columns">
      {layout.columns.map((column) => (
        <HeadCell key={column.id} column={column} layout={layout} axis={axis} />
      ))}
      <ColumnMenu layout={layout} />
    </div>
  );
}

function HeadCell({ column, layout, axis }: TimelineHeadProps & { column: ShownColumn }) {
  const { id } = column;
  const hasLabel = id !== "waterfall" && (id !== "kind" || layout.namesKinds);
  return (
    <span className={cx("relative flex h-full min-w-0", NUMBERS.has(id) && "justify-end")}>
      {hasLabel && <span className="leading-6 whitespace-nowrap">{COLUMN_LABELS[id]}</span>}
      {id === "waterfall" && <AxisHead axis={axis} />}
      {id !== "entry" && <ColumnEdge id={id} width={column.width} layout={layout} />}
    </span>
  );
}

const STEP_PX = 8;
const LONG_STEP_PX = 40;

interface ColumnEdgeProps {
  id: SizedColumnId;
  width: number;
  layout: ColumnLayout;
}

/** The edge of a column on the side of the entry, which gives and takes the space. */
function ColumnEdge({ id, width, layout }: ColumnEdgeProps) {
  const resize = useLayout(({ resizeColumn }) => resizeColumn);
  const save = useLayout(({ saveColumns }) => saveColumns);
  /** Where the drag started, and the width there. */
  const [drag, setDrag] = useState<{ readonly x: number; readonly width: number } | null>(null);
  const isBeforeEntry = COLUMN_IDS.indexOf(id) < COLUMN_IDS.indexOf("entry");
  const direction = isBeforeEntry ? 1 : -1;
  const { min } = COLUMN_SIZES[id];
  const limit = getWidthLimit(layout, id);
  const settle = (wanted: number | null) => {
    resize(id, wanted === null ? null : Math.max(min, Math.min(wanted, limit)));
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = direction * (event.shiftKey ? LONG_STEP_PX : STEP_PX);
    if (event.key === "ArrowLeft") settle(width - step);
    else if (event.key === "ArrowRight") settle(width + step);
    else if (event.key === "Home") settle(min);
    else if (event.key === "End") settle(limit);
    else if (event.key === "Enter") settle(null);
    else return;
    event.preventDefault();
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!drag || clientX === drag.x) return;
    const wanted = drag.width + direction * (clientX - drag.x);
    resize(id, Math.round(Math.max(min, Math.min(wanted, limit))));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, an <hr> is not
    <div
      role="separator"
      tabIndex={0}
      aria-label={`Resize ${COLUMN_LABELS[id].toLowerCase()}`}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={limit}
      title="Drag to resize, double-click to reset"
      data-dragging={drag !== null || undefined}
      className={cx(EDGE, isBeforeEntry ? "-right-2.5" : "-left-2.5")}
      onKeyDown={onKeyDown}
      onDoubleClick={() => settle(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, width });
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        setDrag(null);
        save();
      }}
    />
  );
}

const DENSITY_LABELS = { comfortable: "Comfortable rows", compact: "Compact rows" } as const;

function ColumnMenu({ layout }: { layout: ColumnLayout }) {
  const store = useAppContext().layout;
  const { columns, density, showColumn, setDensity } = useStore(store);
  const items: MenuItem[] = [
    ...COLUMN_IDS.filter((id) => id !== "entry").map((id) => {
      const checked = isColumnWanted(columns, id);
      const hint = layout.unfit.includes(id) ? "No room at this width" : undefined;
      return {
        id,
        label: COLUMN_LABELS[id],
        checked,
        isToggle: true,
        ...(hint && { hint }),
        onSelect: () => showColumn(id, !checked),
      };
    }),
    { separator: true, id: "density" },
    ...DENSITIES.map((id) => ({
      id,
      label: DENSITY_LABELS[id],
      checked: density === id,
      onSelect: () => setDensity(id),
    })),
    { separator: true, id: "end" },
    {
      id: "reset",
      label: "Reset columns",
      disabled: !hasColumnChoices(columns),
      onSelect: () => resetColumns(store),
    },
  ];
  return (
    <span className="absolute top-0.5 right-0.5">
      <MenuButton label="Columns" icon="more" size={20} align="end" items={items} />
    </span>
  );
}
