"use client";
// Parts of the screen that load when they are first needed. React's `lazy` would do, but keeps what it
// waited for back until 300 ms after its placeholder came, however soon it was there.
import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";

type Loaded<P> =
  | { readonly kind: "waiting" }
  | { readonly kind: "here"; readonly Part: ComponentType<P> }
  | { readonly kind: "failed"; readonly error: unknown };

export interface Lazily<P> {
  (props: P): ReactNode;
  /** It will be needed soon. */
  load(): void;
}

/** What stands in its place `meanwhile` is nothing, unless it is said. */
export function lazily<P extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<P> }>,
  meanwhile: ReactNode = null,
): Lazily<P> {
  let now: Loaded<P> = { kind: "waiting" };
  let isAsked = false;
  const listeners = new Set<() => void>();
  const become = (next: Loaded<P>) => {
    now = next;
    for (const tell of listeners) tell();
  };
  const load = () => {
    if (isAsked) return;
    isAsked = true;
    fetchPart().then(
      ({ default: Part }) => become({ kind: "here", Part }),
      (error: unknown) => become({ kind: "failed", error }),
    );
  };
  const subscribe = (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  };
  const look = () => now;
  function Lazy(props: P): ReactNode {
    // Now, and not after the placeholder was painted; to ask twice is to ask once.
    load();
    const loaded = useSyncExternalStore(subscribe, look, look);
    if (loaded.kind === "failed") throw loaded.error;
    return loaded.kind === "here" ? <loaded.Part {...props} /> : meanwhile;
  }
  return Object.assign(Lazy, { load });
}
