/** The columns of the timeline's rows, and what the user chose about them. */
import { isObject } from "../protocol/json.ts";

/** From left to right. */
export const COLUMN_IDS = [
  "event",
  "time",
  "kind",
  "entry",
  "duration",
  "waterfall",
  "frames",
  "bytes",
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** Hidden until the user shows them. */
const HIDDEN_BY_DEFAULT: ReadonlySet<ColumnId> = new Set(["event", "duration"]);

/** What the user chose; columns without a choice are as by default. */
export interface ColumnChoices {
  readonly shown: Readonly<Partial<Record<ColumnId, boolean>>>;
  /** Widths in pixels. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
}

export const NO_COLUMN_CHOICES: ColumnChoices = { shown: {}, widths: {} };

/** The entry is always shown: without it a row says nothing. */
export function isColumnWanted({ shown }: ColumnChoices, id: ColumnId): boolean {
  return id === "entry" || (shown[id] ?? !HIDDEN_BY_DEFAULT.has(id));
}

export function hasColumnChoices({ shown, widths }: ColumnChoices): boolean {
  return Object.keys(shown).length + Object.keys(widths).length > 0;
}

/** `null` forgets the width. */
export function withColumnWidth(
  { shown, widths }: ColumnChoices,
  id: ColumnId,
  width: number | null,
): ColumnChoices {
  const { [id]: _, ...others } = widths;
  return { shown, widths: width === null ? others : { ...others, [id]: width } };
}

/** Drops what another version stored and this one does not know. */
export function parseColumnChoices(value: unknown): ColumnChoices | undefined {
  if (!isObject(value)) return undefined;
  return {
    shown: pickMembers(value.shown, (it) => typeof it === "boolean"),
    widths: pickMembers(
      value.widths,
      (it): it is number => typeof it === "number" && Number.isFinite(it),
    ),
  };
}

function pickMembers<T>(
  value: unknown,
  isValid: (member: unknown) => member is T,
): Partial<Record<ColumnId, T>> {
  const picked: Partial<Record<ColumnId, T>> = {};
  if (!isObject(value)) return picked;
  for (const id of COLUMN_IDS) {
    const member = Object.hasOwn(value, id) ? value[id] : undefined;
    if (isValid(member)) picked[id] = member;
  }
  return picked;
}
