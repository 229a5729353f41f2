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
  type CredentialStorage,
  type Grant,
  getOrigin,
  hasNoCredentials,
  NO_CREDENTIALS,
  type OriginCredentials,
  parseOriginCredentials,
} from "./origin-credentials.ts";

export type CredentialsByOrigin = Readonly<Record<string, OriginCredentials>>;

export interface CredentialControls {
  /**
   * Takes up what was kept from before, and from then on what other tabs keep on this machine.
   * Returns the way to stop listening to them.
   */
  load(): () => void;
  /** Takes up what another tab has kept for a URL's origin, before word of that has come. */
  refresh(url: string): void;
  /** What there is for the origin of a URL. */
  getForUrl(url: string): OriginCredentials;
  change(origin: string, change: Partial<OriginCredentials>): void;
  /** Takes a token for a scheme of a URL's origin, in place of what there was. */
  setGrant(url: string, scheme: string, grant: Grant): void;
  forget(origin: string): void;
}

export type CredentialStore = StoreApi<CredentialsByOrigin> & CredentialControls;

const STORAGE_KEY = "loupe.credentials";

/** Where each way to keep them stores them; a page's own are stored nowhere. */
const STORAGES: Readonly<Record<CredentialStorage, () => Storage | null>> = {
  page: () => null,
  tab: () => sessionStorage,
  machine: () => localStorage,
};
const PERSISTENT_STORAGES = ["tab", "machine"] as const;

export function createCredentialStore(): CredentialStore {
  const store = createStore<CredentialsByOrigin>(() => ({}));
  /** What could not be stored: what lies there is older than what is here. */
  const unstored = new Set<string>();
  const show = (origin: string, held: OriginCredentials) => {
    const { [origin]: _, ...others } = store.getState();
    const isGone = hasNoCredentials(held) && held.keep === "page";
    store.setState(isGone ? others : { ...others, [origin]: held }, true);
  };
  /** A tab takes away only what it kept itself: what is left alone may be another tab's. */
  const set = (origin: string, held: OriginCredentials, leaves: readonly CredentialStorage[]) => {
    show(origin, held);
    unstored.delete(origin);
    for (const keep of PERSISTENT_STORAGES) {
      const isHome = keep === held.keep && !hasNoCredentials(held);
      if (!isHome && !leaves.includes(keep)) continue;
      if (!writeStoredCredentials(keep, origin, isHome ? held : null)) unstored.add(origin);
    }
  };
  const takeUp = (origin: string, stored: OriginCredentials | undefined) => {
    const { keep } = store.getState()[origin] ?? { keep: "machine" };
    // What was given for this page or this tab alone stays what it is.
    if (keep === "machine" && !unstored.has(origin)) show(origin, stored ?? NO_CREDENTIALS);
  };
  const newest = (origin: string): OriginCredentials => {
    const stored = readStoredCredentials("machine")[origin];
    if (stored) takeUp(origin, stored);
    return store.getState()[origin] ?? NO_CREDENTIALS;
  };
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEY) return;
    // Word of a change may come after the next one: what counts is what lies there now.
    const now = readStoredCredentials("machine");
    for (const origin of findChangedOrigins(parseStorage(oldValue), parseStorage(newValue)))
      takeUp(origin, now[origin]);
  };
  return Object.assign(store, {
    load() {
      store.setState({ ...readStoredCredentials("machine"), ...readStoredCredentials("tab") });
      addEventListener("storage", onStorage);
      return () => removeEventListener("storage", onStorage);
    },
    refresh: (url: string) => void newest(getOrigin(url)),
    getForUrl: (url: string) => store.getState()[getOrigin(url)] ?? NO_CREDENTIALS,
    change(origin: string, change: Partial<OriginCredentials>) {
      const held = newest(origin);
      set(origin, { ...held, ...change }, [held.keep]);
    },
    setGrant(url: string, scheme: string, grant: Grant) {
      const origin = getOrigin(url);
      const held = newest(origin);
      const schemes = { ...held.schemes, [scheme]: { kind: "oauth", grant } as const };
      set(origin, { ...held, schemes }, [held.keep]);
    },
    forget: (origin: string) => set(origin, NO_CREDENTIALS, PERSISTENT_STORAGES),
  });
}

function readStoredCredentials(keep: CredentialStorage): CredentialsByOrigin {
  const stored = Object.entries(readStorage(keep)).map(
    ([origin, value]) => [origin, parseOriginCredentials(value, keep)] as const,
  );
  return Object.fromEntries(stored.filter(([, held]) => !hasNoCredentials(held)));
}

/** The origins of which two stored states say something else. */
function findChangedOrigins(one: StoredCredentials, other: StoredCredentials): string[] {
  const origins = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...origins].filter((it) => JSON.stringify(one[it]) !== JSON.stringify(other[it]));
}

/**
 * Another tab may have stored something for other origins meanwhile: only this one is touched.
 * False where the storage is blocked or full, which costs only the memory of it.
 */
function writeStoredCredentials(
  keep: CredentialStorage,
  origin: string,
  held: OriginCredentials | null,
): boolean {
  const { [origin]: before, ...others } = readStorage(keep);
  if (before === undefined && held === null) return true;
  const next = held === null ? others : { ...others, [origin]: held };
  try {
    const home = STORAGES[keep]();
    if (Object.keys(next).length === 0) home?.removeItem(STORAGE_KEY);
    else home?.setItem(STORAGE_KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

type StoredCredentials = Readonly<Record<string, unknown>>;

function readStorage(keep: CredentialStorage): StoredCredentials {
  try {
    return parseStorage(STORAGES[keep]()?.getItem(STORAGE_KEY) ?? null);
  } catch {
    return {};
  }
}

function parseStorage(text: string | null): StoredCredentials {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
