"use client";
// Components that load on first use. Unlike React's `lazy`, they do not show a placeholder for at least
// 300 ms, and a failed load can be retried.

import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";
import { Dialog } from "./dialog.tsx";
import { ErrorFallback } from "./error-boundary.tsx";

type LoadState<P> =
  | { readonly kind: "wanted" }
  | { readonly kind: "waiting" }
  | { readonly kind: "here"; readonly Part: ComponentType<P> }
  | { readonly kind: "failed"; readonly error: unknown };

interface LoadFailure {
  readonly error: unknown;
  /** Tries to load again. */
  readonly onRetry: () => void;
}

interface LazyOptions<P> {
  /** Placeholder while loading. */
  readonly meanwhile?: ReactNode;
  /** Shown if loading failed: the server may be gone or updated. */
  readonly failed?: (failure: LoadFailure, props: P) => ReactNode;
}

interface LazyComponent<P> {
  (props: P): ReactNode;
  /** Preloads the component. */
  load(): void;
}

export function createLazyComponent<P extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<P> }>,
  { meanwhile = null, failed = renderLoadFailure }: LazyOptions<P> = {},
): LazyComponent<P> {
  let loadState: LoadState<P> = { kind: "wanted" };
  const listeners = new Set<() => void>();
  const setState = (next: LoadState<P>) => {
    loadState = next;
    for (const notify of listeners) notify();
  };
  const load = () => {
    if (loadState.kind !== "wanted") return;
    loadState = { kind: "waiting" };
    fetchPart().then(
      ({ default: Part }) => setState({ kind: "here", Part }),
      (error: unknown) => setState({ kind: "failed", error }),
    );
  };
  const onRetry = () => {
    setState({ kind: "wanted" });
    load();
  };
  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => void listeners.delete(notify);
  };
  const getState = () => loadState;
  function Lazy(props: P): ReactNode {
    // Start loading during rendering, not after the placeholder is painted. Further calls do nothing.
    load();
    const loaded = useSyncExternalStore(subscribe, getState, getState);
    if (loaded.kind === "failed") return failed({ error: loaded.error, onRetry }, props);
    return loaded.kind === "here" ? <loaded.Part {...props} /> : meanwhile;
  }
  return Object.assign(Lazy, { load });
}

function renderLoadFailure(failure: LoadFailure): ReactNode {
  return <ErrorFallback what="This component" {...failure} />;
}

interface LazyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export type LazyDialog = ComponentType<LazyDialogProps>;

export function createLazyDialog(
  fetchSheet: () => Promise<{ readonly default: LazyDialog }>,
): LazyDialog {
  return createLazyComponent(fetchSheet, {
    failed: (failure, { open, onClose }) => (
      <Dialog open={open} onClose={onClose} title="Couldn't load this dialog">
        <ErrorFallback what="This dialog" {...failure} />
      </Dialog>
    ),
  });
}
