/**
 * Store of the user's credentials by origin: in memory, and in the browser's storage if the user
 * chose that.
 *
 * Guarantees: credentials of one origin are never sent to another; they are stored only where the
 * user chose, and nowhere once forgotten. Credentials kept on this machine are the same in all
 * tabs, and no tab overwrites a newer state with an older one.
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
  /** Loads stored credentials and follows the changes of other tabs. Returns a stop function. */
  load(): () => void;
  /** Loads what another tab stored for a URL's origin without waiting for its storage event. */
  refresh(url: string): void;
  /** The credentials for the origin of a URL. */
  getForUrl(url: string): OriginCredentials;
  change(origin: string, change: Partial<OriginCredentials>): void;
  /** Sets the token for a scheme of a URL's origin. */
  setGrant(url: string, scheme: string, grant: Grant): void;
  forget(origin: string): void;
}

export type CredentialStore = StoreApi<CredentialsByOrigin> & CredentialControls;

const STORAGE_KEY = "loupe.credentials";

/** The storage behind each choice; `page` credentials stay in memory. */
const STORAGES: Readonly<Record<CredentialStorage, () => Storage | null>> = {
  page: () => null,
  tab: () => sessionStorage,
  machine: () => localStorage,
};
const PERSISTENT_STORAGES = ["tab", "machine"] as const;

export function createCredentialStore(): CredentialStore {
  const store = createStore<CredentialsByOrigin>(() => ({}));
  /** Origins that could not be stored: the store is newer than the storage. */
  const unstored = new Set<string>();
  const show = (origin: string, held: OriginCredentials) => {
    const { [origin]: _, ...others } = store.getState();
    const isGone = hasNoCredentials(held) && held.keep === "page";
    store.setState(isGone ? others : { ...others, [origin]: held }, true);
  };
  /** Removes only what this tab stored itself: other entries may belong to another tab. */
  const set = (origin: string, held: OriginCredentials, previous: readonly CredentialStorage[]) => {
    show(origin, held);
    unstored.delete(origin);
    for (const keep of PERSISTENT_STORAGES) {
      const isTarget = keep === held.keep && !hasNoCredentials(held);
      if (!isTarget && !previous.includes(keep)) continue;
      if (!writeStoredCredentials(keep, origin, isTarget ? held : null)) unstored.add(origin);
    }
  };
  const adopt = (origin: string, stored: OriginCredentials | undefined) => {
    const { keep } = store.getState()[origin] ?? { keep: "machine" };
    // Credentials for this page or this tab only are not replaced.
    if (keep === "machine" && !unstored.has(origin)) show(origin, stored ?? NO_CREDENTIALS);
  };
  const readNewest = (origin: string): OriginCredentials => {
    const stored = readStoredCredentials("machine")[origin];
    if (stored) adopt(origin, stored);
    return store.getState()[origin] ?? NO_CREDENTIALS;
  };
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEY) return;
    // Events may arrive late, so only the current content of the storage counts.
    const stored = readStoredCredentials("machine");
    for (const origin of findChangedOrigins(parseStorage(oldValue), parseStorage(newValue)))
      adopt(origin, stored[origin]);
  };
  return Object.assign(store, {
    load() {
      store.setState({ ...readStoredCredentials("machine"), ...readStoredCredentials("tab") });
      addEventListener("storage", onStorage);
      return () => removeEventListener("storage", onStorage);
    },
    refresh: (url: string) => void readNewest(getOrigin(url)),
    getForUrl: (url: string) => store.getState()[getOrigin(url)] ?? NO_CREDENTIALS,
    change(origin: string, change: Partial<OriginCredentials>) {
      const held = readNewest(origin);
      set(origin, { ...held, ...change }, [held.keep]);
    },
    setGrant(url: string, scheme: string, grant: Grant) {
      const origin = getOrigin(url);
      const held = readNewest(origin);
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

/** The origins whose stored credentials differ between two states. */
function findChangedOrigins(one: StoredCredentials, other: StoredCredentials): string[] {
  const origins = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...origins].filter((it) => JSON.stringify(one[it]) !== JSON.stringify(other[it]));
}

/**
 * Changes only this origin, because another tab may have changed others. Returns false if the
 * storage is blocked or full; then the credentials last as long as the page.
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
    const storage = STORAGES[keep]();
    if (Object.keys(next).length === 0) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, JSON.stringify(next));
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
