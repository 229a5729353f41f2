// Columns of the library: which of them have something to show and find room in the window, and how wide
// they are. A phone has a layout of its own.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { CONFORMANCE_TAG } from "../../lib/api/recording-metadata.ts";
import type { RecordingSortKey } from "../../lib/report/recordings.ts";

export type LibraryColumn = RecordingSortKey;

interface ColumnSpec {
  readonly label: string;
  /** A track of the grid. */
  readonly track: string;
  /** The window must be as wide, in pixels. */
  readonly minWindow: number;
  /** It starts with the greatest value when it is sorted. */
  readonly isDescending?: boolean;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
  /** The column is left out if this holds for no recording. */
  readonly hasValue?: (recording: RecordingSummary) => boolean;
}

export const LIBRARY_COLUMNS: Readonly<Record<LibraryColumn, ColumnSpec>> = {
  name: { label: "Name", track: "minmax(0,2.2fr)", minWindow: 0 },
  // At 1280 pixels, the longest verdict of a run that completed is whole.
  verdict: { label: "Verdict", track: "minmax(clamp(150px,17vw,216px),0.9fr)", minWindow: 0 },
  error: {
    label: "First error",
    track: "minmax(0,1.8fr)",
    minWindow: 1000,
    hasValue: ({ facts }) => facts?.firstError != null,
  },
  agent: { label: "Agent", track: "minmax(0,1.2fr)", minWindow: 900 },
  tags: {
    label: "Tags",
    track: "minmax(0,1fr)",
    minWindow: 0,
    // What a grade made is under its grade already.
    hasValue: ({ tags }) => tags.some((tag) => tag !== CONFORMANCE_TAG),
  },
  turns: {
    label: "Turns",
    track: "40px",
    minWindow: 1280,
    isDescending: true,
    isNumber: true,
  },
  duration: {
    label: "Duration",
    track: "84px",
    minWindow: 760,
    isDescending: true,
    isNumber: true,
    hasValue: ({ facts }) => facts?.durationMs != null,
  },
  problems: {
    label: "Problems",
    track: "62px",
    minWindow: 1000,
    isDescending: true,
    isNumber: true,
  },
  tokens: {
    label: "Tokens",
    track: "56px",
    minWindow: 1280,
    isDescending: true,
    isNumber: true,
    hasValue: ({ facts }) => facts?.tokens != null,
  },
  when: { label: "Changed", track: "126px", minWindow: 0, isDescending: true },
  size: { label: "Size", track: "60px", minWindow: 1440, isDescending: true, isNumber: true },
};

/** In the order of the table. */
const COLUMN_ORDER = Object.keys(LIBRARY_COLUMNS) as LibraryColumn[];

/** The window widths at which columns appear. */
export const COLUMN_STEPS = [760, 900, 1000, 1280, 1440] as const;

/** `edited`: a field that is being edited needs its column. */
export function chooseColumns(
  list: readonly RecordingSummary[],
  windowWidth: number,
  edited: "name" | "tags" | null,
): LibraryColumn[] {
  return COLUMN_ORDER.filter((id) => {
    const { minWindow, hasValue } = LIBRARY_COLUMNS[id];
    if (id === edited) return true;
    return windowWidth >= minWindow && (hasValue === undefined || list.some(hasValue));
  });
}

/** With the checkbox before and the menu after the columns. */
export function formatColumnTemplate(columns: readonly LibraryColumn[]): string {
  return ["22px", ...columns.map((id) => LIBRARY_COLUMNS[id].track), "28px"].join(" ");
}
