/** Settings in the browser's storage: one table of keys, each with a parser and a default. */

import { ITEM_KINDS } from "../dialects/kinds.ts";
import { ALL_DIALECTS, type DialectSettings } from "../dialects/settings.ts";
import { checkUserRule, MAX_USER_RULES } from "../dialects/user-rules.ts";
import type { Mute } from "../lint/muting.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { type ColumnChoices, NO_COLUMN_CHOICES, parseColumnChoices } from "./columns.ts";

export interface RecentAgent {
  readonly address: string;
  readonly name: string;
  /** The protocol version in its card. */
  readonly version?: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What the main pane shows; `both` puts the conversation beside the timeline. */
export const MAIN_VIEWS = ["timeline", "conversation", "both"] as const;
export type MainView = (typeof MAIN_VIEWS)[number];

/** How times are written. */
export interface TimeSettings {
  /** Since the start of what is shown, or the time of day. */
  readonly clock: "offset" | "clock";
  readonly zone: "local" | "utc";
}

/** The keys that send a message: Enter alone, or with Ctrl (⌘ on a Mac). */
export type SendKeys = "enter" | "mod+enter";

export interface Setting<T> {
  readonly key: string;
  readonly defaultValue: T;
  read(value: unknown): T | undefined;
}

const createSizeSetting = (key: string, fallback: number): Setting<number> => ({
  key,
  defaultValue: fallback,
  read: (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined),
});

/** With Enter alone, Shift+Enter starts a new line. */
const SEND_KEYS: Setting<SendKeys> = {
  key: "loupe.sendKeys",
  defaultValue: "mod+enter",
  read: (value) => (value === "enter" || value === "mod+enter" ? value : undefined),
};

const createFlagSetting = (key: string): Setting<boolean> => ({
  key,
  defaultValue: false,
  read: (value) => (typeof value === "boolean" ? value : undefined),
});

/** Height of the rows; screens too narrow for columns have rows of their own. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

export const SETTINGS = {
  railWidth: createSizeSetting("loupe.railWidth", 220),
  inspectorWidth: createSizeSetting("loupe.inspectorWidth", 420),
  conversationWidth: createSizeSetting("loupe.conversationWidth", 480),
  /** What the user chose to see of a run; `null` before the first choice. */
  mainView: {
    key: "loupe.mainView",
    defaultValue: null,
    read: (value) => MAIN_VIEWS.find((name) => name === value),
  } satisfies Setting<MainView | null>,
  columns: {
    key: "loupe.columns",
    defaultValue: NO_COLUMN_CHOICES,
    read: parseColumnChoices,
  } satisfies Setting<ColumnChoices>,
  density: {
    key: "loupe.density",
    defaultValue: "comfortable",
    read: (value) => DENSITIES.find((density) => density === value),
  } satisfies Setting<Density> as Setting<Density>,
  /** The inspector shows the facts of a row on one line. */
  foldsFacts: createFlagSetting("loupe.foldsFacts"),
  /** The inspector shows where text came from on one line. */
  foldsProvenance: createFlagSetting("loupe.foldsProvenance"),
  /** The URL at which agents on other hosts reach this server; empty for the browser's own. */
  inboxBase: {
    key: "loupe.inboxBase",
    defaultValue: "",
    read: (value) => (typeof value === "string" ? value.slice(0, 500) : undefined),
  } satisfies Setting<string>,
  recentAgents: {
    key: "loupe.recentAgents",
    defaultValue: [],
    read: (value) => (Array.isArray(value) ? value.filter(isRecentAgent) : undefined),
  } satisfies Setting<readonly RecentAgent[]>,
  sendKeys: SEND_KEYS,
  dialects: {
    key: "loupe.dialects",
    defaultValue: ALL_DIALECTS,
    read: parseDialects,
  } satisfies Setting<DialectSettings>,
  time: {
    key: "loupe.time",
    defaultValue: { clock: "offset", zone: "local" },
    read: (value) =>
      isObject(value)
        ? {
            clock: value.clock === "clock" ? "clock" : "offset",
            zone: value.zone === "utc" ? "utc" : "local",
          }
        : undefined,
  } satisfies Setting<TimeSettings>,
  /** Whether the time axis of a run that is opened shortens long gaps. */
  foldsIdle: {
    key: "loupe.foldsIdle",
    defaultValue: true,
    read: (value) => (typeof value === "boolean" ? value : undefined),
  } satisfies Setting<boolean>,
  /** Rows without protocol noise. */
  hidesNoise: {
    key: "loupe.hidesNoise",
    defaultValue: false,
    read: (value) => (typeof value === "boolean" ? value : undefined),
  } satisfies Setting<boolean>,
  /** Muted rules. */
  mutes: {
    key: "loupe.mutes",
    defaultValue: [],
    read: (value) => (isArray(value) ? value.filter(isMute).slice(0, MAX_MUTES) : undefined),
  } satisfies Setting<readonly Mute[]>,
} as const;

/** Always on: whether dialects are off is stored in the page's URL. */
function parseDialects(value: unknown): DialectSettings | undefined {
  if (!isObject(value)) return undefined;
  // Version 0.1 called them families.
  const { frameworks = value.families, kinds, rules } = value;
  if (!isArray(frameworks) || !isArray(kinds) || !isArray(rules)) return undefined;
  return {
    on: true,
    frameworks: frameworks.filter((id) => typeof id === "string").slice(0, MAX_FRAMEWORKS),
    kinds: ITEM_KINDS.filter((kind) => kinds.includes(kind)),
    rules: rules
      .map(checkUserRule)
      .filter((rule) => typeof rule !== "string")
      .slice(0, MAX_USER_RULES),
  };
}

/** Unknown frameworks of another version are kept, up to this number. */
const MAX_FRAMEWORKS = 100;

const MAX_MUTES = 1000;

function isMute(value: unknown): value is Mute {
  if (!isObject(value)) return false;
  const { rule, agent } = value;
  return typeof rule === "string" && (agent === null || typeof agent === "string");
}

function isRecentAgent(value: unknown): value is RecentAgent {
  return (
    typeof value === "object" &&
    value !== null &&
    "address" in value &&
    "name" in value &&
    "at" in value &&
    typeof value.address === "string" &&
    typeof value.name === "string" &&
    typeof value.at === "string" &&
    (!("version" in value) || typeof value.version === "string")
  );
}

export function readSetting<T>(setting: Setting<T>): T {
  try {
    const stored = localStorage.getItem(setting.key);
    return (stored === null ? undefined : setting.read(JSON.parse(stored))) ?? setting.defaultValue;
  } catch {
    return setting.defaultValue;
  }
}

/** Those who watch a setting on this page, by its key. */
const watchers = new Map<string, Set<() => void>>();

/** Calls `act` when this page or another tab writes the setting. Returns a stop function. */
export function watchSetting(setting: Setting<unknown>, act: () => void): () => void {
  const stop = onSettingChanged(setting, act);
  const acts = watchers.get(setting.key) ?? new Set();
  watchers.set(setting.key, acts.add(act));
  return () => {
    stop();
    acts.delete(act);
  };
}

/** Calls `act` when another tab writes the setting. Returns a stop function. */
export function onSettingChanged({ key }: Setting<unknown>, act: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === key && act();
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** If the storage is blocked or full, the setting is not remembered. */
export function writeSetting<T>(setting: Setting<T>, value: T): void {
  try {
    localStorage.setItem(setting.key, JSON.stringify(value));
  } catch {
    // See above.
  }
  for (const act of watchers.get(setting.key) ?? []) act();
}

const MAX_RECENT_AGENTS = 8;

export function addRecentAgent(address: string, name: string, version: string): void {
  const sanitized = sanitizeAddress(address);
  const others = readSetting(SETTINGS.recentAgents).filter((agent) => agent.address !== sanitized);
  const agents = [{ address: sanitized, name, version, at: new Date().toISOString() }, ...others];
  writeSetting(SETTINGS.recentAgents, agents.slice(0, MAX_RECENT_AGENTS));
}

/** The address without user info, query and fragment: pasted URLs often contain keys. */
export function sanitizeAddress(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, "");
  const url = new URL(address);
  url.username = url.password = url.search = url.hash = "";
  return url.href;
}
