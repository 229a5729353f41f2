"use client";
// One short word at the foot of the page, with at most one thing to do about it. It goes by itself,
// but never while somebody is at it.
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { Button, IconButton } from "./button.tsx";

export const TOAST_MS = 7000;

export interface Toast {
  readonly text: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It was not acted upon, and cannot be any more. */
  readonly onGone?: () => void;
}

interface State {
  readonly toast: Toast | null;
  /** Counts toasts, so that the next one is another element. */
  readonly number: number;
  /** How many dialogs show it in the place of the page, which they keep from everybody. */
  readonly dialogs: number;
}

const store = createStore<State>(() => ({ toast: null, number: 0, dialogs: 0 }));
let timer: ReturnType<typeof setTimeout> | undefined;

export function showToast(toast: Toast): void {
  dismiss();
  store.setState(({ number }) => ({ toast, number: number + 1 }));
  addEventListener("pagehide", dismiss);
  resume();
}

function dismiss(): void {
  take()?.onGone?.();
}

function take(): Toast | null {
  clearTimeout(timer);
  removeEventListener("pagehide", dismiss);
  const { toast } = store.getState();
  if (toast) store.setState({ toast: null });
  return toast;
}

function hold(): void {
  clearTimeout(timer);
}

function resume(): void {
  clearTimeout(timer);
  timer = setTimeout(dismiss, TOAST_MS);
}

/** Where toasts appear: on the page, and inside of a dialog that covers it. */
export function ToastPlace({ inDialog = false }: { inDialog?: boolean }) {
  const { toast, number, dialogs } = useStore(store);
  useEffect(() => {
    if (!inDialog) return;
    store.setState(({ dialogs }) => ({ dialogs: dialogs + 1 }));
    return () => store.setState(({ dialogs }) => ({ dialogs: dialogs - 1 }));
  }, [inDialog]);
  const isHere = inDialog || dialogs === 0;
  return (
    <div role="status" className="toast-place">
      {toast && isHere && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the toast while in use
        <div
          key={number}
          className="toast"
          onPointerEnter={hold}
          onPointerLeave={resume}
          onFocus={hold}
          onBlur={resume}
        >
          <span className="toast-text">{toast.text}</span>
          {toast.action && (
            <Button variant="outline" size={24} onClick={() => take()?.action?.run()}>
              {toast.action.label}
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" size={24} iconSize={14} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}
