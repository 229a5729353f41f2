/** Detects tabular data: a list of flat objects. */

export interface TabularData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const MAX_COLUMNS = 24;

/** Converts data to a table; `null` if it is not tabular. */
export function toTabularData(value: unknown): TabularData | null {
  const list = findList(value);
  if (!list || list.length === 0) return null;
  const columns = new Set<string>();
  for (const item of list) {
    if (!isFlat(item)) return null;
    for (const key of Object.keys(item)) columns.add(key);
    if (columns.size > MAX_COLUMNS) return null;
  }
  if (columns.size === 0) return null;
  const names = [...columns];
  const rows = list.map((item) =>
    names.map((name) =>
      Object.hasOwn(item as object, name) ? (item as Record<string, unknown>)[name] : undefined,
    ),
  );
  return { columns: names, rows };
}

/** The list itself, or the list that is the only member of an object. */
function findList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  const members = Object.values(value);
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : null;
}

function isFlat(item: unknown): item is Record<string, unknown> {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  return Object.values(item).every((value) => typeof value !== "object" || value === null);
}
