/**
 * Changes the dialect settings: saves them and reinterprets the run in slices, between which the
 * page can respond. The selection moves to the rows that show the same events.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import { NO_FILTER } from "../dialects/settings.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import { cacheInterpretation, interpretInSlices } from "./interpretation-cache.ts";
import { getCurrentInterpretation, type PlaybackContext } from "./playback.ts";
import { SETTINGS, writeSetting } from "./settings.ts";
import type { View } from "./view.ts";

/** Is the content under a row shown by default? */
type IsInitiallyOpen = (interpretation: Interpretation, item: Item) => boolean;

export async function setDialects(
  context: PlaybackContext,
  settings: DialectSettings,
  isOpenAtFirst: IsInitiallyOpen,
): Promise<void> {
  const { run, view } = context;
  writeSetting(SETTINGS.dialects, settings);
  const { timeline } = run.getState();
  const { scope, filter, mutes } = view.getState();
  view.setState({ pendingDialects: settings });
  const interpretation = await interpretInSlices(
    timeline,
    settings,
    [
      { scope, filter: NO_FILTER },
      { scope, filter, mutes },
    ],
    () => view.getState().pendingDialects === settings,
  );
  // The settings changed again, or another run was opened, which uses them from the start.
  if (!interpretation || view.getState().pendingDialects !== settings) return;
  if (run.getState().timeline !== timeline) {
    view.setState({ dialects: settings, pendingDialects: null });
    return;
  }
  const before = getCurrentInterpretation(context);
  const selection = resolveSelection(before, interpretation, view.getState(), isOpenAtFirst);
  cacheInterpretation(interpretation);
  const pinned = transferPins(before, interpretation, view.getState().pinned);
  view.setState({ dialects: settings, pendingDialects: null, ...selection, pinned });
}

type RowSelection = Pick<View, "selected" | "expanded">;

interface PreviousSelection {
  readonly settings: DialectSettings;
  readonly before: RowSelection;
  readonly after: RowSelection;
}

/** The selection before the last change, which is restored exactly when that is undone. */
const previousSelections = new WeakMap<Timeline, PreviousSelection>();

function resolveSelection(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: RowSelection,
  isOpenAtFirst: IsInitiallyOpen,
): RowSelection {
  const before = { selected, expanded };
  const after = transferSelection(from, to, before, isOpenAtFirst);
  const last = previousSelections.get(from.timeline);
  previousSelections.set(from.timeline, { settings: from.settings, before, after });
  if (!last || !isSameSettings(last.settings, to.settings)) return after;
  return {
    selected: last.after.selected === selected ? last.before.selected : after.selected,
    expanded: last.after.expanded === expanded ? last.before.expanded : after.expanded,
  };
}

function isSameSettings(a: DialectSettings, b: DialectSettings): boolean {
  return (
    a.on === b.on && a.frameworks === b.frameworks && a.kinds === b.kinds && a.rules === b.rules
  );
}

/** Translates selected and expanded items to another interpretation of the same run. */
export function transferSelection(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: RowSelection,
  isOpenAtFirst: IsInitiallyOpen,
): RowSelection {
  const matcher = new ItemMatcher(from, to);
  const next = new Set<number>();
  for (const index of expanded) {
    const item = from.items[index];
    const match = item && matcher.find(item);
    if (!item || !match) continue;
    const wasOpen = !isOpenAtFirst(from, item);
    if (isOpenAtFirst(to, match) !== wasOpen) next.add(match.index);
  }
  const selectedItem = selected === null ? undefined : from.items[selected];
  // A link may refer to a row that does not exist yet.
  return {
    selected: selectedItem ? (matcher.find(selectedItem)?.index ?? null) : selected,
    expanded: next,
  };
}

/** Translates pinned items; a link may refer to rows that do not exist yet. */
function transferPins(
  from: Interpretation,
  to: Interpretation,
  pinned: View["pinned"],
): View["pinned"] {
  if (pinned.length === 0) return pinned;
  const matcher = new ItemMatcher(from, to);
  const found = pinned.flatMap((index) => {
    const item = from.items[index];
    if (!item) return [index];
    return matcher.find(item)?.index ?? [];
  });
  return [...new Set(found)];
}

/** Finds the item of another interpretation that shows the same as an item of this one. */
class ItemMatcher {
  readonly #from: Interpretation;
  readonly #to: Interpretation;
  /** The nested items of each entry; computed on first use. */
  #nestedItems: { readonly from: NestedItemsByEntry; readonly to: NestedItemsByEntry } | null =
    null;

  constructor(from: Interpretation, to: Interpretation) {
    this.#from = from;
    this.#to = to;
  }

  find(item: Item): Item | undefined {
    const { index } = item.entry;
    const isWholeEntry = this.#from.getEntryItem(index) === item;
    const match =
      (isWholeEntry ? undefined : this.#findNested(item)) ?? this.#to.getEntryItem(index);
    return match?.getRowItemAt(Number.POSITIVE_INFINITY);
  }

  /** The corresponding item of the same kind, entry and first event. */
  #findNested(item: Item): Item | undefined {
    this.#nestedItems ??= { from: groupNestedItems(this.#from), to: groupNestedItems(this.#to) };
    const { from, to } = this.#nestedItems;
    const isSimilar = ({ firstEvent, kind }: Item) =>
      firstEvent === item.firstEvent && kind === item.kind;
    const candidates = from.get(item.entry)?.filter(isSimilar) ?? [];
    return to.get(item.entry)?.filter(isSimilar)[candidates.indexOf(item)];
  }
}

type NestedItemsByEntry = ReadonlyMap<Entry, readonly Item[]>;

function groupNestedItems(interpretation: Interpretation): NestedItemsByEntry {
  const nested = new Map<Entry, Item[]>();
  for (const item of interpretation.items) {
    if (interpretation.getEntryItem(item.entry.index) === item) continue;
    const known = nested.get(item.entry);
    if (known) known.push(item);
    else nested.set(item.entry, [item]);
  }
  return nested;
}
