// Fits the columns of the rows into the width of the list.
// Guarantees: a narrower list never shows a column that a wider one hides; the columns fill the width
// exactly; what the user chose to show is hidden last, and what the user hid stays hidden.
import {
  COLUMN_IDS,
  type ColumnChoices,
  type ColumnId,
  isColumnWanted,
} from "../../lib/session/columns.ts";

interface ColumnSize {
  readonly width: number;
  readonly min: number;
  readonly max: number;
}

/** The entry takes what the others leave. */
export type SizedColumnId = Exclude<ColumnId, "entry">;

/** The width of the waterfall is the least it has by itself: it grows with the list. */
export const COLUMN_SIZES: Readonly<Record<SizedColumnId, ColumnSize>> = {
  event: { width: 46, min: 40, max: 120 },
  time: { width: 60, min: 48, max: 140 },
  kind: { width: 84, min: 16, max: 160 },
  duration: { width: 66, min: 52, max: 140 },
  waterfall: { width: 120, min: 80, max: 1600 },
  frames: { width: 46, min: 42, max: 140 },
  bytes: { width: 58, min: 48, max: 140 },
};

export interface ShownColumn {
  readonly id: ColumnId;
  readonly width: number;
}

export interface ColumnLayout {
  /** From left to right. */
  readonly columns: readonly ShownColumn[];
  /** Kinds have their names, not only their icons. */
  readonly namesKinds: boolean;
  /** Columns that the user wants and that do not fit. */
  readonly unfit: readonly ColumnId[];
}

export interface FitOptions {
  readonly choices: ColumnChoices;
  /** The log has times. */
  readonly isTimed: boolean;
  /** The room that the longest time needs. */
  readonly timeWidth?: number | undefined;
}

/** As in the style sheet of the rows. */
export const PADDING_START_PX = 12;
export const PADDING_END_PX = 24;
export const GAP_PX = 10;

/** Columns that make the entry narrower than this are hidden. */
export const COMFORTABLE_ENTRY_PX = 440;
/** The same for columns that the user chose to show, and the limit of widening a column. */
export const LEAST_ENTRY_PX = 280;
/** Below this width of the entry, kinds have only icons. */
const NAMED_KINDS_ENTRY_PX = 352;

/** A kind without its name, and the width that every name fits in. */
const KIND_ICON_PX = 16;
const KIND_NAME_PX = 78;

const TIME_CHARACTER_PX = 7.2;
/** No time is cut, because its first digits would be another time. */
export const getTimeWidth = (longest: string) => Math.ceil(TIME_CHARACTER_PX * longest.length);

/** Share of the waterfall in what it shares with the entry. */
const WATERFALL_SHARE = 0.42;

const NEEDS_TIMES: ReadonlySet<ColumnId> = new Set(["time", "duration", "waterfall"]);
/** The first is hidden first. */
const HIDING_ORDER: readonly ColumnId[] = ["bytes", "frames", "duration", "event", "waterfall"];

export function fitColumns(
  width: number,
  { choices, isTimed, timeWidth = 0 }: FitOptions,
): ColumnLayout {
  const wanted = COLUMN_IDS.filter(
    (id) => isColumnWanted(choices, id) && (isTimed || !NEEDS_TIMES.has(id)),
  );
  let shown = wanted;
  let kindWidth = getKindWidth(choices);
  const getWidth = (id: ColumnId) => {
    if (id === "kind") return kindWidth;
    const own = getOwnWidth(choices, id);
    return id === "time" ? Math.max(own, timeWidth) : own;
  };
  const getEntryWidth = () => getRoom(width, shown) - sum(shown.map(getWidth));
  const hide = (isCandidate: (id: ColumnId) => boolean, leastEntry: number) => {
    for (const id of HIDING_ORDER.filter(isCandidate)) {
      if (getEntryWidth() >= leastEntry) return;
      shown = shown.filter((other) => other !== id);
    }
  };
  hide((id) => choices.shown[id] !== true, COMFORTABLE_ENTRY_PX);
  if (getEntryWidth() < NAMED_KINDS_ENTRY_PX) kindWidth = KIND_ICON_PX;
  hide((id) => choices.shown[id] === true, LEAST_ENTRY_PX);
  const entry = getEntryWidth();
  const waterfall = shown.includes("waterfall") ? growWaterfall(entry, choices) : 0;
  return {
    columns: shown.map((id) => ({
      id,
      width:
        id === "entry"
          ? Math.max(0, entry - waterfall)
          : getWidth(id) + (id === "waterfall" ? waterfall : 0),
    })),
    namesKinds: kindWidth >= KIND_NAME_PX,
    unfit: wanted.filter((id) => !shown.includes(id)),
  };
}

/** The value of `grid-template-columns`: one named line for each column. */
export function formatGridTemplate({ columns }: ColumnLayout): string {
  return columns
    .map(({ id, width }) => `[${id}] ${id === "entry" ? "minmax(0,1fr)" : `${width}px`}`)
    .join(" ");
}

/** The distance of a column from the left edge of its row; `null` if it is hidden. */
export function getColumnOffset({ columns }: ColumnLayout, id: ColumnId): number | null {
  const at = columns.findIndex((column) => column.id === id);
  if (at < 0) return null;
  return PADDING_START_PX + sum(columns.slice(0, at).map(({ width }) => width + GAP_PX));
}

/** The widest that the user can make a column: the entry keeps its least width. */
export function getWidthLimit({ columns }: ColumnLayout, id: SizedColumnId): number {
  const widthOf = (wanted: ColumnId) => columns.find((it) => it.id === wanted)?.width ?? 0;
  const { min, max } = COLUMN_SIZES[id];
  const spare = Math.max(0, widthOf("entry") - LEAST_ENTRY_PX);
  return Math.max(min, Math.min(max, widthOf(id) + spare));
}

/** What is left for columns beside padding and gaps. */
function getRoom(width: number, shown: readonly ColumnId[]): number {
  return width - PADDING_START_PX - PADDING_END_PX - (shown.length - 1) * GAP_PX;
}

/** The width chosen by the user, or the default; of the waterfall, the least that it is shown with. */
function getOwnWidth({ widths }: ColumnChoices, id: ColumnId): number {
  if (id === "entry") return 0;
  const { width, min, max } = COLUMN_SIZES[id];
  const chosen = clamp(widths[id] ?? width, min, max);
  return id === "waterfall" ? Math.min(chosen, width) : chosen;
}

/** Between an icon and the shortest width with names there is nothing worth showing. */
function getKindWidth(choices: ColumnChoices): number {
  const width = getOwnWidth(choices, "kind");
  return width < (KIND_ICON_PX + KIND_NAME_PX) / 2 ? KIND_ICON_PX : Math.max(width, KIND_NAME_PX);
}

/** How much the waterfall takes of the entry. */
function growWaterfall(entry: number, { widths }: ColumnChoices): number {
  const { width: least, min, max } = COLUMN_SIZES.waterfall;
  if (widths.waterfall !== undefined) {
    const wanted = clamp(widths.waterfall, min, max) - least;
    return Math.max(0, Math.min(wanted, entry - LEAST_ENTRY_PX));
  }
  const share = Math.round((entry + least) * WATERFALL_SHARE) - least;
  return Math.max(0, Math.min(share, entry - COMFORTABLE_ENTRY_PX));
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(value, max)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
