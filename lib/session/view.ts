/** Store of the view (playhead, selection, tab, filter …) and its form as a URL query. */

import { createStore, type StoreApi } from "zustand/vanilla";
import { ITEM_KINDS } from "../dialects/kinds.ts";
import {
  ALL_DIALECTS,
  type DialectSettings,
  type Filter,
  NO_DIALECTS,
  NO_FILTER,
} from "../dialects/settings.ts";
import { parseSpanKey } from "../dialects/span-key.ts";
import type { Mute } from "../lint/muting.ts";
import type { CallPattern } from "../timeline/hops/call-ends.ts";
import type { PlaybackSpeed } from "../timeline/playback.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TimeRange } from "../timeline/time-range.ts";
import { MAIN_VIEWS, type MainView, SETTINGS, writeSetting } from "./settings.ts";

export const TABS = ["rendered", "chunks", "decoded", "wire", "problems"] as const;
export type Tab = (typeof TABS)[number];

/** A violation that the inspector highlights in its event. */
interface PointedViolation {
  readonly rule: string;
  readonly event: number;
}

/** Sections of the settings page. */
export const SETTINGS_SECTIONS = [
  "appearance",
  "time",
  "keys",
  "limits",
  "telemetry",
  "conventions",
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export interface View {
  /** `null` is the timeline, before anyone chose. */
  readonly mainView: MainView | null;
  readonly scope: Scope;
  /** The playhead's event; `null` follows the newest. */
  readonly cursor: number | null;
  readonly playing: boolean;
  readonly speed: PlaybackSpeed;
  /** Playback skips idle time. */
  readonly shorten: boolean;
  /** The time axis shortens long gaps between exchanges. */
  readonly foldsIdle: boolean;
  /** The selected time range. */
  readonly brush: TimeRange | null;
  /** The time range that fills the axis; `null` for the whole run. */
  readonly zoom: TimeRange | null;
  readonly filter: Filter;
  readonly dialects: DialectSettings;
  /** New dialect settings, while the run is being reinterpreted. */
  readonly pendingDialects: DialectSettings | null;
  /** Muted rules. */
  readonly mutes: readonly Mute[];
  /** The rule whose page is open, or `ALL_RULES`; `null` for none. */
  readonly openRule: string | null;
  /** The section of the settings page that is open; `null` for none. */
  readonly openSettings: SettingsSection | null;
  /** The taps of this server are open. */
  readonly isTapOpen: boolean;
  /** Index of the selected item in the interpretation. */
  readonly selected: number | null;
  /** The event of the selected item to show; `null` for its newest up to the playhead. */
  readonly event: number | null;
  /** The violation to highlight. */
  readonly pointedViolation: PointedViolation | null;
  readonly tab: Tab;
  /** The list scrolls to the newest rows. */
  readonly following: boolean;
  /** The conversation was at its end when the timeline, which is at its start, took its place. */
  readonly returnsToEnd: boolean;
  /** Items whose content the user toggled: shown or hidden contrary to the default. */
  readonly expanded: ReadonlySet<number>;
  /** Keys of the collapsed groups of rows and spans. */
  readonly collapsedGroups: ReadonlySet<string>;
  /** The key of the current line while no row is selected: of a group's header, or of a span. */
  readonly selectedLine: string | null;
  /** Items that stay above the rows, in the order they were pinned. */
  readonly pinned: readonly number[];
  readonly railOpen: boolean;
  readonly inspectorOpen: boolean;
}

/** Value of `openRule` for the list of all rules. */
export const ALL_RULES = "all";

export const INITIAL_VIEW: View = {
  mainView: null,
  scope: "all",
  cursor: null,
  playing: false,
  speed: 1,
  shorten: true,
  foldsIdle: true,
  brush: null,
  zoom: null,
  filter: NO_FILTER,
  dialects: ALL_DIALECTS,
  pendingDialects: null,
  mutes: [],
  openRule: null,
  openSettings: null,
  isTapOpen: false,
  selected: null,
  event: null,
  pointedViolation: null,
  tab: "rendered",
  following: true,
  returnsToEnd: false,
  expanded: new Set(),
  collapsedGroups: new Set(),
  selectedLine: null,
  pinned: [],
  railOpen: true,
  inspectorOpen: true,
};

/** What the inspector shows: the index of the selected row, or the key of the selected span. */
export function getInspectedKey({ selected, selectedLine }: View): number | string | null {
  if (selected !== null) return selected;
  return selectedLine !== null && parseSpanKey(selectedLine) ? selectedLine : null;
}

export type ViewStore = StoreApi<View>;

export function createViewStore(): ViewStore {
  return createStore<View>(() => INITIAL_VIEW);
}

/** Hides or shows protocol noise, and remembers which for other runs. */
export function toggleNoise(view: ViewStore): void {
  const { filter } = view.getState();
  const hidesNoise = !filter.hidesNoise;
  view.setState({ filter: { ...filter, hidesNoise } });
  writeSetting(SETTINGS.hidesNoise, hidesNoise);
}

/** More would leave no room for the others. */
export const MAX_PINS = 12;

/** Pins a row, or unpins it. Returns false if no more rows can be pinned. */
export function togglePin(view: ViewStore, index: number): boolean {
  const { pinned } = view.getState();
  const others = pinned.filter((one) => one !== index);
  if (others.length === pinned.length && pinned.length >= MAX_PINS) return false;
  view.setState({ pinned: others.length === pinned.length ? [...pinned, index] : others });
  return true;
}

/** The URL query of a view and its recording. */
export function formatViewQuery(recording: string | null, view: View): string {
  const query = new URLSearchParams();
  const { scope, cursor, filter, selected, event, tab } = view;
  if (recording !== null) query.set("run", recording);
  if (view.mainView !== null) query.set("view", view.mainView);
  if (scope !== "all") query.set("exchange", String(scope));
  // During playback the URL would change sixty times a second.
  if (cursor !== null && !view.playing) query.set("at", String(cursor));
  if (selected !== null) query.set("row", String(selected));
  if (event !== null) query.set("event", String(event));
  if (tab !== "rendered") query.set("tab", tab);
  if (view.pinned.length > 0) query.set("pin", view.pinned.join(","));
  if (!view.foldsIdle) query.set("idle", "full");
  if (!view.dialects.on) query.set("dialects", "off");
  if (view.openRule !== null) query.set("rule", view.openRule);
  if (view.openSettings !== null) query.set("settings", view.openSettings);
  if (view.isTapOpen) query.set("tap", "1");
  if (filter.hidden.length > 0) query.set("hide", filter.hidden.join(","));
  if (filter.task !== null) query.set("task", String(filter.task));
  if (filter.calls?.from) query.set("from", filter.calls.from);
  if (filter.calls?.to) query.set("to", filter.calls.to);
  if (filter.problems) query.set("problems", "1");
  if (filter.hidesNoise) query.set("noise", "hidden");
  if (filter.query !== "") query.set(filter.regex ? "match" : "find", filter.query);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function parseViewQuery(text: string): { recording: string | null; view: View } {
  const query = new URLSearchParams(text);
  const tab = TABS.find((name) => name === query.get("tab")) ?? "rendered";
  const selected = parseNumber(query.get("row"));
  const cursor = parseNumber(query.get("at"));
  return {
    recording: query.get("run"),
    view: {
      ...INITIAL_VIEW,
      mainView: MAIN_VIEWS.find((name) => name === query.get("view")) ?? null,
      scope: parseNumber(query.get("exchange")) ?? "all",
      cursor,
      foldsIdle: query.get("idle") !== "full",
      filter: parseFilter(query),
      dialects: query.get("dialects") === "off" ? NO_DIALECTS : ALL_DIALECTS,
      openRule: query.get("rule") || null,
      openSettings: SETTINGS_SECTIONS.find((name) => name === query.get("settings")) ?? null,
      isTapOpen: query.get("tap") === "1",
      selected,
      event: parseNumber(query.get("event")),
      tab,
      pinned: parsePins(query.get("pin") ?? ""),
      following: selected === null && cursor === null,
    },
  };
}

function parsePins(text: string): number[] {
  const indexes = text.split(",").map(parseNumber);
  return [...new Set(indexes.filter((index) => index !== null))].slice(0, MAX_PINS);
}

function parseFilter(query: URLSearchParams): Filter {
  const hidden = (query.get("hide") ?? "").split(",");
  const match = query.get("match");
  return {
    hidden: ITEM_KINDS.filter((kind) => hidden.includes(kind)),
    task: parseNumber(query.get("task")),
    calls: parseCallPattern(query),
    problems: query.get("problems") === "1",
    query: match ?? query.get("find") ?? "",
    regex: match !== null && match !== "",
    hidesNoise: query.get("noise") === "hidden",
  };
}

function parseCallPattern(query: URLSearchParams): CallPattern | null {
  const [from, to] = [query.get("from") || null, query.get("to") || null];
  return from === null && to === null ? null : { from, to };
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The chosen dialect settings, even while the run is still being reinterpreted. */
export function getDialectSettings({ dialects, pendingDialects }: View): DialectSettings {
  return pendingDialects ?? dialects;
}
