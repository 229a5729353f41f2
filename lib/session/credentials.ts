/**
 * The credentials the user gave, by the origin they are for: in memory, and where the user asked
 * for it in the browser's storage.
 *
 * Guarantees: what is held for one origin is put on no request to another; it is stored nowhere
 * the user did not choose, and once forgotten nowhere at all. What is kept on this machine is the
 * same in all tabs, and none writes an older state of it over a newer one.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { isObject } from "../protocol/json.ts";
import {
  type Grant,
  type Held,
  heldFrom,
  isNothing,
  type Keep,
  NOTHING,
  originOf,
} from "./credential.ts";

export type HeldByOrigin = Readonly<Record<string, Held>>;

export interface CredentialControls {
  /**
   * Takes up what was kept from before, and from then on what other tabs keep on this machine.
   * Returns the way to stop listening to them.
   */
  recall(): () => void;
  /** Takes up what another tab has kept for a URL's origin, before word of that has come. */
  refresh(url: string): void;
  /** What there is for the origin of a URL. */
  at(url: string): Held;
  change(origin: string, change: Partial<Held>): void;
  /** Takes a token for a scheme of a URL's origin, in place of what there was. */
  hold(url: string, scheme: string, grant: Grant): void;
  forget(origin: string): void;
}

export type CredentialStore = StoreApi<HeldByOrigin> & CredentialControls;

const KEY = "loupe.credentials";

/** Where each way to keep them stores them; a page's own are stored nowhere. */
const HOMES: Readonly<Record<Keep, () => Storage | null>> = {
  page: () => null,
  tab: () => sessionStorage,
  machine: () => localStorage,
};
const STORED = ["tab", "machine"] as const;

export function createCredentialStore(): CredentialStore {
  const store = createStore<HeldByOrigin>(() => ({}));
  /** What could not be stored: what lies there is older than what is here. */
  const unstored = new Set<string>();
  const show = (origin: string, held: Held) => {
    const { [origin]: _, ...others } = store.getState();
    const isGone = isNothing(held) && held.keep === "page";
    store.setState(isGone ? others : { ...others, [origin]: held }, true);
  };
  /** A tab takes away only what it kept itself: what is left alone may be another tab's. */
  const set = (origin: string, held: Held, leaves: readonly Keep[]) => {
    show(origin, held);
    unstored.delete(origin);
    for (const keep of STORED) {
      const isHome = keep === held.keep && !isNothing(held);
      if (!isHome && !leaves.includes(keep)) continue;
      if (!write(keep, origin, isHome ? held : null)) unstored.add(origin);
    }
  };
  const takeUp = (origin: string, stored: Held | undefined) => {
    const { keep } = store.getState()[origin] ?? { keep: "machine" };
    // What was given for this page or this tab alone stays what it is.
    if (keep === "machine" && !unstored.has(origin)) show(origin, stored ?? NOTHING);
  };
  const newest = (origin: string): Held => {
    const stored = read("machine")[origin];
    if (stored) takeUp(origin, stored);
    return store.getState()[origin] ?? NOTHING;
  };
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== KEY) return;
    // Word of a change may come after the next one: what counts is what lies there now.
    const now = read("machine");
    for (const origin of changed(parsed(oldValue), parsed(newValue))) takeUp(origin, now[origin]);
  };
  return Object.assign(store, {
    recall() {
      store.setState({ ...read("machine"), ...read("tab") });
      addEventListener("storage", onStorage);
      return () => removeEventListener("storage", onStorage);
    },
    refresh: (url: string) => void newest(originOf(url)),
    at: (url: string) => store.getState()[originOf(url)] ?? NOTHING,
    change(origin: string, change: Partial<Held>) {
      const held = newest(origin);
      set(origin, { ...held, ...change }, [held.keep]);
    },
    hold(url: string, scheme: string, grant: Grant) {
      const origin = originOf(url);
      const held = newest(origin);
      const schemes = { ...held.schemes, [scheme]: { kind: "oauth", grant } as const };
      set(origin, { ...held, schemes }, [held.keep]);
    },
    forget: (origin: string) => set(origin, NOTHING, STORED),
  });
}

function read(keep: Keep): HeldByOrigin {
  const stored = Object.entries(storedIn(keep)).map(
    ([origin, value]) => [origin, heldFrom(value, keep)] as const,
  );
  return Object.fromEntries(stored.filter(([, held]) => !isNothing(held)));
}

/** The origins of which two stored states say something else. */
function changed(one: Stored, other: Stored): string[] {
  const origins = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...origins].filter((it) => JSON.stringify(one[it]) !== JSON.stringify(other[it]));
}

/**
 * Another tab may have stored something for other origins meanwhile: only this one is touched.
 * False where the storage is blocked or full, which costs only the memory of it.
 */
function write(keep: Keep, origin: string, held: Held | null): boolean {
  const { [origin]: before, ...others } = storedIn(keep);
  if (before === undefined && held === null) return true;
  const next = held === null ? others : { ...others, [origin]: held };
  try {
    const home = HOMES[keep]();
    if (Object.keys(next).length === 0) home?.removeItem(KEY);
    else home?.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

type Stored = Readonly<Record<string, unknown>>;

function storedIn(keep: Keep): Stored {
  try {
    return parsed(HOMES[keep]()?.getItem(KEY) ?? null);
  } catch {
    return {};
  }
}

function parsed(text: string | null): Stored {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
