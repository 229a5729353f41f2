/**
 * How the dialects are set: kept for the next visit, and the run read anew without the page
 * standing still. What one was looking at stays in view: the rows are others, the events are not.
 */

import { NO_FILTER } from "../dialects/filter.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import { cacheInterpretation, interpretInSlices } from "./interpretation-cache.ts";
import { getCurrentInterpretation, type PlaybackContext } from "./playback.ts";
import { SETTINGS, writeSetting } from "./settings.ts";
import type { View } from "./view.ts";

/** Is the content under a row shown before anybody opened or closed it? */
export type IsInitiallyOpen = (interpretation: Interpretation, item: Item) => boolean;

export async function setDialects(
  stage: PlaybackContext,
  settings: DialectSettings,
  isOpenAtFirst: IsInitiallyOpen,
): Promise<void> {
  const { run, view } = stage;
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
  // Set again meanwhile, or another run was opened, which is read so from the start.
  if (!interpretation || view.getState().pendingDialects !== settings) return;
  if (run.getState().timeline !== timeline) {
    view.setState({ dialects: settings, pendingDialects: null });
    return;
  }
  const before = getCurrentInterpretation(stage);
  const place = resolveSelection(before, interpretation, view.getState(), isOpenAtFirst);
  cacheInterpretation(interpretation);
  view.setState({ dialects: settings, pendingDialects: null, ...place });
}

export type RowSelection = Pick<View, "selected" | "expanded">;

interface PreviousSelection {
  readonly settings: DialectSettings;
  readonly place: RowSelection;
  readonly became: RowSelection;
}

/** Where one was before the last change: who only looked away comes back to the very row. */
const previousSelections = new WeakMap<Timeline, PreviousSelection>();

function resolveSelection(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: RowSelection,
  isOpenAtFirst: IsInitiallyOpen,
): RowSelection {
  const place = { selected, expanded };
  const became = transferSelection(from, to, place, isOpenAtFirst);
  const last = previousSelections.get(from.timeline);
  previousSelections.set(from.timeline, { settings: from.settings, place, became });
  if (!last || !isSameSettings(last.settings, to.settings)) return became;
  return {
    selected: last.became.selected === selected ? last.place.selected : became.selected,
    expanded: last.became.expanded === expanded ? last.place.expanded : became.expanded,
  };
}

function isSameSettings(a: DialectSettings, b: DialectSettings): boolean {
  return a.on === b.on && a.families === b.families && a.kinds === b.kinds && a.rules === b.rules;
}

/** What is selected and open, in the words of another reading of the same run. */
export function transferSelection(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: RowSelection,
  isOpenAtFirst: IsInitiallyOpen,
): RowSelection {
  const twins = new ItemMatcher(from, to);
  const next = new Set<number>();
  for (const index of expanded) {
    const item = from.items[index];
    const twin = item && twins.find(item);
    if (!item || !twin) continue;
    const wasOpen = !isOpenAtFirst(from, item);
    if (isOpenAtFirst(to, twin) !== wasOpen) next.add(twin.index);
  }
  const chosen = selected === null ? undefined : from.items[selected];
  // A link may name a row that is still to come.
  return { selected: chosen ? (twins.find(chosen)?.index ?? null) : selected, expanded: next };
}

/** Where another reading tells what an item of this one told. */
class ItemMatcher {
  readonly #from: Interpretation;
  readonly #to: Interpretation;
  /** What is told beside the item of each entry; looked for when first asked for. */
  #nestedItems: { readonly from: NestedItemsByEntry; readonly to: NestedItemsByEntry } | null =
    null;

  constructor(from: Interpretation, to: Interpretation) {
    this.#from = from;
    this.#to = to;
  }

  find(item: Item): Item | undefined {
    const { index } = item.entry;
    const isAll = this.#from.getEntryItem(index) === item;
    const twin = (isAll ? undefined : this.#findNested(item)) ?? this.#to.getEntryItem(index);
    return twin?.getRowItemAt(Number.POSITIVE_INFINITY);
  }

  /** The same of the same kind that the same event told of the same entry. */
  #findNested(item: Item): Item | undefined {
    this.#nestedItems ??= { from: groupNestedItems(this.#from), to: groupNestedItems(this.#to) };
    const { from, to } = this.#nestedItems;
    const isLike = ({ firstEvent, kind }: Item) =>
      firstEvent === item.firstEvent && kind === item.kind;
    const near = from.get(item.entry)?.filter(isLike) ?? [];
    return to.get(item.entry)?.filter(isLike)[near.indexOf(item)];
  }
}

type NestedItemsByEntry = ReadonlyMap<Entry, readonly Item[]>;

function groupNestedItems(interpretation: Interpretation): NestedItemsByEntry {
  const beside = new Map<Entry, Item[]>();
  for (const item of interpretation.items) {
    if (interpretation.getEntryItem(item.entry.index) === item) continue;
    const known = beside.get(item.entry);
    if (known) known.push(item);
    else beside.set(item.entry, [item]);
  }
  return beside;
}
