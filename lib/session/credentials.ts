/**
 * The credentials the user gave, by the origin they are for: in memory, and where the user asked
 * for it in the browser's storage.
 *
 * Guarantees: what is held for one origin is put on no request to another; it is stored nowhere
 * the user did not choose, and once forgotten nowhere at all.
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
  /** Takes up what was kept from before. */
  recall(): void;
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

export function createCredentialStore(): CredentialStore {
  const store = createStore<HeldByOrigin>(() => ({}));
  const set = (origin: string, held: Held) => {
    const { [origin]: _, ...others } = store.getState();
    const isGone = isNothing(held) && held.keep === "page";
    store.setState(isGone ? others : { ...others, [origin]: held }, true);
    for (const keep of ["tab", "machine"] as const) {
      write(keep, origin, keep === held.keep && !isNothing(held) ? held : null);
    }
  };
  return Object.assign(store, {
    recall: () => store.setState({ ...read("machine"), ...read("tab") }),
    at: (url: string) => store.getState()[originOf(url)] ?? NOTHING,
    change(origin: string, change: Partial<Held>) {
      set(origin, { ...(store.getState()[origin] ?? NOTHING), ...change });
    },
    hold(url: string, scheme: string, grant: Grant) {
      const origin = originOf(url);
      const held = store.getState()[origin] ?? NOTHING;
      set(origin, { ...held, schemes: { ...held.schemes, [scheme]: { kind: "oauth", grant } } });
    },
    forget: (origin: string) => set(origin, NOTHING),
  });
}

function read(keep: Keep): HeldByOrigin {
  const stored = Object.entries(storedIn(keep)).map(
    ([origin, value]) => [origin, heldFrom(value, keep)] as const,
  );
  return Object.fromEntries(stored.filter(([, held]) => !isNothing(held)));
}

/** Another tab may have stored something for other origins meanwhile: only this one is touched. */
function write(keep: Keep, origin: string, held: Held | null): void {
  const { [origin]: before, ...others } = storedIn(keep);
  if (before === undefined && held === null) return;
  const next = held === null ? others : { ...others, [origin]: held };
  try {
    const home = HOMES[keep]();
    if (Object.keys(next).length === 0) home?.removeItem(KEY);
    else home?.setItem(KEY, JSON.stringify(next));
  } catch {
    // Blocked or full storage costs only the memory of it.
  }
}

function storedIn(keep: Keep): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(HOMES[keep]()?.getItem(KEY) ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
