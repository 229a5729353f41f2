"use client";
import { type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
// Toasts: short messages at the bottom of the page, each with at most one action.
// Guarantees: a toast stays while the pointer or the focus is on it, and a message does not replace a
// toast with a pending action.
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { boundNode } from "./bounded-text.ts";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";

const TOAST_MS = 7000;

interface Toast {
  readonly text: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called when the toast disappears without its action having run. */
  readonly onGone?: () => void;
}

/** Toasts with a pending action, and plain messages: the newest of each. */
type ToastSlot = "pending" | "message";
const TOAST_SLOTS = ["pending", "message"] as const;

interface ShownToast {
  readonly toast: Toast;
  /** Key of the element, different for each toast. */
  readonly number: number;
}

interface ToastState extends Readonly<Record<ToastSlot, ShownToast | null>> {
  readonly count: number;
  /** Number of open dialogs that show the toasts instead of the page behind them. */
  readonly dialogs: number;
}

const store = createStore<ToastState>(() => ({
  pending: null,
  message: null,
  count: 0,
  dialogs: 0,
}));
const timers: Partial<Record<ToastSlot, ReturnType<typeof setTimeout>>> = {};

export function showToast(toast: Toast): void {
  const slot = toast.onGone ? "pending" : "message";
  dismiss(slot);
  store.setState(({ count }) => ({ [slot]: { toast, number: count }, count: count + 1 }));
  addEventListener("pagehide", dismissPending);
  resume();
}

/** Shows the error of a failed action, which changed nothing. */
export function showFailureToast(error: unknown): void {
  showToast({ text: getErrorMessage(error) });
}

function dismissPending(): void {
  for (const slot of TOAST_SLOTS) dismiss(slot);
}

function dismiss(slot: ToastSlot): void {
  takeToast(slot)?.onGone?.();
}

function takeToast(slot: ToastSlot): Toast | null {
  clearTimeout(timers[slot]);
  const shown = store.getState()[slot];
  if (shown) store.setState({ [slot]: null });
  return shown?.toast ?? null;
}

function hold(): void {
  for (const slot of TOAST_SLOTS) clearTimeout(timers[slot]);
}

function resume(): void {
  hold();
  for (const slot of TOAST_SLOTS) timers[slot] = setTimeout(() => dismiss(slot), TOAST_MS);
}

const REGION = "z-40 grid max-w-[calc(100vw-32px)] justify-items-start gap-2";
/** The height of what sends, at the bottom of the page: a toast appears above it. */
const FOOT_HEIGHT = "--foot-height";
/** On a phone at the top of its container, below the notices: at the bottom it would cover the tabs. */
const ON_PAGE =
  "fixed bottom-[calc(var(--foot-height,0px)+16px)] left-4 max-phone:absolute max-phone:top-2 max-phone:bottom-auto";
const IN_DIALOG = "sticky bottom-0 left-0 justify-self-start max-phone:bottom-17";

/** A ref for what toasts must not cover at the bottom of the page. */
export function keepClearOfToasts(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty(FOOT_HEIGHT, `${foot.offsetHeight}px`),
  );
  observer.observe(foot);
  return () => {
    observer.disconnect();
    style.removeProperty(FOOT_HEIGHT);
  };
}

/** Region in which toasts appear: on the page, or in a dialog that covers it. */
export function ToastRegion({ inDialog = false }: { inDialog?: boolean }) {
  const state = useStore(store);
  useEffect(() => {
    if (!inDialog) return;
    store.setState(({ dialogs }) => ({ dialogs: dialogs + 1 }));
    return () => store.setState(({ dialogs }) => ({ dialogs: dialogs - 1 }));
  }, [inDialog]);
  const isHere = inDialog || state.dialogs === 0;
  return (
    <div role="status" className={cx(REGION, inDialog ? IN_DIALOG : ON_PAGE)}>
      {TOAST_SLOTS.map((slot) => {
        const shown = state[slot];
        return shown && isHere && <ToastView key={shown.number} slot={slot} {...shown} />;
      })}
    </div>
  );
}

function ToastView({ toast: { text, action }, slot }: ShownToast & { slot: ToastSlot }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the toast while in use
    <div
      data-part="toast"
      className="flex items-center gap-2 rounded-3 bg-bg-2 py-2 pr-2 pl-3.5 text-12 text-fg-2 shadow-2 forced-colors:border [&_b]:font-medium [&_b]:text-fg-1"
      onPointerEnter={hold}
      onPointerLeave={resume}
      onFocus={hold}
      onBlur={resume}
    >
      <span className="truncate">{boundNode(text)}</span>
      {action && (
        <Button variant="outline" size={24} onClick={() => takeToast(slot)?.action?.run()}>
          {action.label}
        </Button>
      )}
      <IconButton
        icon="close"
        label="Dismiss"
        size={24}
        iconSize={14}
        onClick={() => dismiss(slot)}
      />
    </div>
  );
}
