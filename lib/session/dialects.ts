/**
 * How the dialects are set: kept for the next visit, and the run read anew without the page
 * standing still. What one was looking at stays in view: the rows are others, the events are not.
 */

import { NO_FILTER } from "../dialects/filter.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import { type Stage, stagedReading } from "./playback.ts";
import { keepReading, readInSlices } from "./reading.ts";
import { SETTINGS, writeSetting } from "./settings.ts";
import type { View } from "./view.ts";

/** Is the content under a row shown before anybody opened or closed it? */
export type OpenAtFirst = (reading: Interpretation, item: Item) => boolean;

export async function setDialects(
  stage: Stage,
  settings: DialectSettings,
  isOpenAtFirst: OpenAtFirst,
): Promise<void> {
  const { run, view } = stage;
  writeSetting(SETTINGS.dialects, settings);
  const { timeline } = run.getState();
  const { scope, filter, mutes } = view.getState();
  view.setState({ wanted: settings });
  const reading = await readInSlices(
    timeline,
    settings,
    [
      { scope, filter: NO_FILTER },
      { scope, filter, mutes },
    ],
    () => view.getState().wanted === settings,
  );
  // Set again meanwhile, or another run was opened, which is read so from the start.
  if (!reading || view.getState().wanted !== settings) return;
  if (run.getState().timeline !== timeline) {
    view.setState({ dialects: settings, wanted: null });
    return;
  }
  const before = stagedReading(stage);
  const place = placeIn(before, reading, view.getState(), isOpenAtFirst);
  keepReading(reading);
  view.setState({ dialects: settings, wanted: null, ...place });
}

export type Place = Pick<View, "selected" | "expanded">;

interface Left {
  readonly settings: DialectSettings;
  readonly place: Place;
  readonly became: Place;
}

/** Where one was before the last change: who only looked away comes back to the very row. */
const left = new WeakMap<Timeline, Left>();

function placeIn(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: Place,
  isOpenAtFirst: OpenAtFirst,
): Place {
  const place = { selected, expanded };
  const became = carriedOver(from, to, place, isOpenAtFirst);
  const last = left.get(from.timeline);
  left.set(from.timeline, { settings: from.settings, place, became });
  if (!last || !isSame(last.settings, to.settings)) return became;
  return {
    selected: last.became.selected === selected ? last.place.selected : became.selected,
    expanded: last.became.expanded === expanded ? last.place.expanded : became.expanded,
  };
}

function isSame(a: DialectSettings, b: DialectSettings): boolean {
  return a.on === b.on && a.families === b.families && a.kinds === b.kinds && a.rules === b.rules;
}

/** What is selected and open, in the words of another reading of the same run. */
export function carriedOver(
  from: Interpretation,
  to: Interpretation,
  { selected, expanded }: Place,
  isOpenAtFirst: OpenAtFirst,
): Place {
  const twins = new Twins(from, to);
  const next = new Set<number>();
  for (const index of expanded) {
    const item = from.items[index];
    const twin = item && twins.of(item);
    if (!item || !twin) continue;
    const wasOpen = !isOpenAtFirst(from, item);
    if (isOpenAtFirst(to, twin) !== wasOpen) next.add(twin.index);
  }
  const chosen = selected === null ? undefined : from.items[selected];
  // A link may name a row that is still to come.
  return { selected: chosen ? (twins.of(chosen)?.index ?? null) : selected, expanded: next };
}

/** Where another reading tells what an item of this one told. */
class Twins {
  readonly #from: Interpretation;
  readonly #to: Interpretation;
  /** What is told beside the item of each entry; looked for when first asked for. */
  #beside: { readonly from: Beside; readonly to: Beside } | null = null;

  constructor(from: Interpretation, to: Interpretation) {
    this.#from = from;
    this.#to = to;
  }

  of(item: Item): Item | undefined {
    const { index } = item.entry;
    const isAll = this.#from.getEntryItem(index) === item;
    const twin = (isAll ? undefined : this.#other(item)) ?? this.#to.getEntryItem(index);
    return twin?.getRowItemAt(Number.POSITIVE_INFINITY);
  }

  /** The same of the same kind that the same event told of the same entry. */
  #other(item: Item): Item | undefined {
    this.#beside ??= { from: besideOf(this.#from), to: besideOf(this.#to) };
    const { from, to } = this.#beside;
    const isLike = ({ firstEvent: birth, kind }: Item) =>
      birth === item.firstEvent && kind === item.kind;
    const near = from.get(item.entry)?.filter(isLike) ?? [];
    return to.get(item.entry)?.filter(isLike)[near.indexOf(item)];
  }
}

type Beside = ReadonlyMap<Entry, readonly Item[]>;

function besideOf(reading: Interpretation): Beside {
  const beside = new Map<Entry, Item[]>();
  for (const item of reading.items) {
    if (reading.getEntryItem(item.entry.index) === item) continue;
    const known = beside.get(item.entry);
    if (known) known.push(item);
    else beside.set(item.entry, [item]);
  }
  return beside;
}
