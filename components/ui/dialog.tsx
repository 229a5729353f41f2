"use client";
// Modal dialog based on <dialog>: focus stays inside, Escape and a click on the backdrop close it.
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useModal, useOpenDialog } from "./use-modal.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Keeps the title for screen readers only, e.g. for a command palette. */
  bare?: boolean;
  /** `bottom`: a sheet over the whole width. */
  place?: keyof typeof PLACES;
  /** No dialog is wider than the window. */
  width?: keyof typeof WIDTHS;
  /** Up to the height of the window, for tables. */
  tall?: boolean;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** For the class of a dialog: buttons that are easier to hit on a phone. */
export const LARGE_BUTTONS = "max-phone:**:data-variant:min-h-9";

const DIALOG =
  "m-auto overflow-hidden rounded-4 border-0 bg-bg-1 p-0 text-fg-1 shadow-2 backdrop:bg-backdrop open:flex open:flex-col forced-colors:border";

/** For a form or a text, for two columns or a table, and for a comparison. */
const WIDTHS = { normal: "w-170", large: "w-270", window: "w-420" } as const;

const PLACES = {
  centre: "",
  top: "mt-[12vh]",
  bottom: "mb-0 max-w-none rounded-b-none",
} as const;

export function Dialog(props: DialogProps) {
  const { open, onClose, title, bare, place = "centre", width = "normal" } = props;
  const { tall = false, footer, className, children } = props;
  const modal = useModal(open, onClose);
  const titleId = useId();
  useOpenDialog(open, title);

  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={cx(
        DIALOG,
        tall ? "max-h-[calc(100dvh-24px)]" : "max-h-[calc(100vh-64px)]",
        place === "bottom" ? "w-screen" : WIDTHS[width],
        PLACES[place],
        className,
      )}
    >
      {open && (
        <>
          <header className={cx("flex h-11 flex-none items-center pr-2 pl-4", bare && "sr-only")}>
            <h2 id={titleId} className="flex-1 text-14 font-semibold">
              {title}
            </h2>
            {!bare && (
              <IconButton icon="close" label="Close" keys="esc" tooltip={false} onClick={onClose} />
            )}
          </header>
          <div
            // A scrolling box must be reachable by keyboard.
            tabIndex={bare ? undefined : 0}
            className={cx("min-h-0 overflow-auto", !bare && "px-4 pb-4")}
          >
            <ErrorBoundary what={`“${title}”`}>{children}</ErrorBoundary>
          </div>
          {footer && (
            <footer className="flex flex-none justify-end gap-2 border-t border-line-2 bg-bg-2 px-4 py-2.5">
              {footer}
            </footer>
          )}
        </>
      )}
    </dialog>
  );
}
