// Frame of the top bar, and the name of the product in it.
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";
import { Logo } from "../ui/icons.tsx";

/** What a phone has no room for while a run, a card or an agent is open. */
export const HIDDEN_ON_PHONES = "max-phone:group-data-open/bar:hidden";

/** The label of a button that narrow bars show as an icon, so that the address has room. */
export const BAR_LABEL = "max-[1380px]:sr-only";

interface BarProps {
  /** A run, a card or an agent is open. */
  isOpen: boolean;
  start: ReactNode;
  end: ReactNode;
  children?: ReactNode;
}

export function Bar({ isOpen, start, end, children }: BarProps) {
  return (
    <header
      data-open={isOpen || undefined}
      className="group/bar flex items-center gap-1 border-b border-line-2 bg-bg-0 px-2 max-phone:gap-1.5"
    >
      <span
        className={cx(
          "flex flex-none items-center gap-1",
          isOpen && "w-55 max-wide:mr-2 max-wide:w-auto max-phone:mr-0",
        )}
      >
        {start}
      </span>
      {children}
      <span className="ml-auto flex flex-none items-center gap-1">{end}</span>
    </header>
  );
}

/** The look of what contains the brand. */
export const BRAND =
  "inline-flex items-center gap-2 rounded-2 py-1 pr-1.5 pl-0.5 text-14 font-[640] tracking-[-0.018em] pointer-coarse:min-h-11 pointer-coarse:min-w-11";

export function Brand() {
  return (
    <>
      <Logo size={20} />
      <span className={HIDDEN_ON_PHONES}>Loupe</span>
    </>
  );
}
