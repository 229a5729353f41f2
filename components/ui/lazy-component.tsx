"use client";
// Parts of the screen that load when they are first needed. React's `lazy` keeps what it waited for
// back until 300 ms after its placeholder came, however soon it was there, and never asks twice for
// what could not be had.
import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";
import { ErrorFallback } from "./error-fallback.tsx";

type LoadState<P> =
  | { readonly kind: "wanted" }
  | { readonly kind: "waiting" }
  | { readonly kind: "here"; readonly Part: ComponentType<P> }
  | { readonly kind: "failed"; readonly error: unknown };

export interface LoadFailure {
  readonly error: unknown;
  /** Asks once more. */
  readonly onRetry: () => void;
}

interface LazyOptions<P> {
  /** What stands in its place until it is there. */
  readonly meanwhile?: ReactNode;
  /** What stands there when it could not be had: the server may be gone, or have been renewed. */
  readonly failed?: (failure: LoadFailure, props: P) => ReactNode;
}

export interface LazyComponent<P> {
  (props: P): ReactNode;
  /** It will be needed soon. */
  load(): void;
}

export function createLazyComponent<P extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<P> }>,
  { meanwhile = null, failed = renderLoadFailure }: LazyOptions<P> = {},
): LazyComponent<P> {
  let now: LoadState<P> = { kind: "wanted" };
  const listeners = new Set<() => void>();
  const become = (next: LoadState<P>) => {
    now = next;
    for (const tell of listeners) tell();
  };
  const load = () => {
    if (now.kind !== "wanted") return;
    now = { kind: "waiting" };
    fetchPart().then(
      ({ default: Part }) => become({ kind: "here", Part }),
      (error: unknown) => become({ kind: "failed", error }),
    );
  };
  const onAgain = () => {
    become({ kind: "wanted" });
    load();
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
    if (loaded.kind === "failed") return failed({ error: loaded.error, onRetry: onAgain }, props);
    return loaded.kind === "here" ? <loaded.Part {...props} /> : meanwhile;
  }
  return Object.assign(Lazy, { load });
}

function renderLoadFailure(failure: LoadFailure): ReactNode {
  return <ErrorFallback what="This part" {...failure} />;
}
