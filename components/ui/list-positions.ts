// Where lists were scrolled to when they were left, for as long as their rows exist.

/** The row at the top of the view, and how much of it is above the view. */
export interface ListPosition {
  readonly index: number;
  readonly hidden: number;
}

/** What a list shows. Shown again with the same selection, the rows are where they were. */
export interface ListContent {
  readonly rows: object;
  /** Another part begins at its top, other rows of the same part where the rows before were. */
  readonly part: unknown;
  readonly selected: unknown;
}

/** Tells which row is where, so that rows keep their heights and their place when others move. */
export interface ListLayout {
  /** Another object if rows that stay have moved. */
  readonly layout: object;
  readonly keyAt: (index: number) => string | number;
  /** −1 if the row is gone. */
  readonly findLine: (key: string | number) => number;
  /** The same, or the row that hides it. */
  readonly findPlace: (key: string | number) => number;
}

/** The key finds the row where others have moved it. */
interface KeptPosition extends ListPosition {
  readonly key: string | number;
}

const kept = new WeakMap<object, { position: KeptPosition; selected: unknown }>();

/** `null` forgets the position, since the list follows its end. */
export function keepPosition(
  { rows, selected }: ListContent,
  position: ListPosition | null,
  key: string | number | null,
): void {
  if (position === null || key === null) kept.delete(rows);
  else kept.set(rows, { position: { ...position, key }, selected });
}

export function findPosition({ rows, selected }: ListContent): KeptPosition | null {
  const found = kept.get(rows);
  return found?.selected === selected ? (found?.position ?? null) : null;
}
