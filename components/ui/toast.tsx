"use client";
// Short words at the foot of the page, each with at most one thing to do about it. They go by
// themselves, but never while somebody is at them; and none takes the place of one that something
// still hangs on.
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { boundNode } from "./bounded-text.ts";
import { Button, IconButton } from "./button.tsx";

export const TOAST_MS = 7000;

export interface Toast {
  readonly text: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It was not acted upon, and cannot be any more. */
  readonly onGone?: () => void;
}

/** What something hangs on, and what is only said: the newest of each. */
type ToastSlot = "pending" | "said";
const TOAST_SLOTS = ["pending", "said"] as const;

interface ShownToast {
  readonly toast: Toast;
  /** Counts toasts, so that the next one is another element. */
  readonly number: number;
}

interface ToastState extends Readonly<Record<ToastSlot, ShownToast | null>> {
  readonly count: number;
  /** How many dialogs show them in the place of the page, which they keep from everybody. */
  readonly dialogs: number;
}

const store = createStore<ToastState>(() => ({ pending: null, said: null, count: 0, dialogs: 0 }));
const timers: Partial<Record<ToastSlot, ReturnType<typeof setTimeout>>> = {};

export function showToast(toast: Toast): void {
  const place = toast.onGone ? "pending" : "said";
  dismiss(place);
  store.setState(({ count }) => ({ [place]: { toast, number: count }, count: count + 1 }));
  addEventListener("pagehide", dismissPending);
  resume();
}

function dismissPending(): void {
  for (const place of TOAST_SLOTS) dismiss(place);
}

function dismiss(place: ToastSlot): void {
  takeToast(place)?.onGone?.();
}

function takeToast(place: ToastSlot): Toast | null {
  clearTimeout(timers[place]);
  const shown = store.getState()[place];
  if (shown) store.setState({ [place]: null });
  return shown?.toast ?? null;
}

function hold(): void {
  for (const place of TOAST_SLOTS) clearTimeout(timers[place]);
}

function resume(): void {
  hold();
  for (const place of TOAST_SLOTS) timers[place] = setTimeout(() => dismiss(place), TOAST_MS);
}

/** Where toasts appear: on the page, and inside of a dialog that covers it. */
export function ToastRegion({ inDialog = false }: { inDialog?: boolean }) {
  const state = useStore(store);
  useEffect(() => {
    if (!inDialog) return;
    store.setState(({ dialogs }) => ({ dialogs: dialogs + 1 }));
    return () => store.setState(({ dialogs }) => ({ dialogs: dialogs - 1 }));
  }, [inDialog]);
  const isHere = inDialog || state.dialogs === 0;
  return (
    <div role="status" className="toast-place">
      {TOAST_SLOTS.map((place) => {
        const shown = state[place];
        return shown && isHere && <ToastView key={shown.number} place={place} {...shown} />;
      })}
    </div>
  );
}

function ToastView({ toast: { text, action }, place }: ShownToast & { place: ToastSlot }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the toast while in use
    <div
      className="toast"
      onPointerEnter={hold}
      onPointerLeave={resume}
      onFocus={hold}
      onBlur={resume}
    >
      <span className="toast-text">{boundNode(text)}</span>
      {action && (
        <Button variant="outline" size={24} onClick={() => takeToast(place)?.action?.run()}>
          {action.label}
        </Button>
      )}
      <IconButton
        icon="close"
        label="Dismiss"
        size={24}
        iconSize={14}
        onClick={() => dismiss(place)}
      />
    </div>
  );
}
