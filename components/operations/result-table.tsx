// Table of what the agent listed, in a box that scrolls. The last column holds operations on a row.
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

export const CELL = "h-7.5 max-w-55 truncate border-t border-line-1 pr-2.5";
export const LAST_CELL = "h-7.5 w-[1%] border-t border-line-1";

const HEAD = "h-6 pr-2.5 text-left text-11/5 font-medium text-fg-3";

interface ResultTableProps {
  label: string;
  caption?: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
}

export function ResultTable({ label, caption, head, children, className }: ResultTableProps) {
  return (
    <section
      className="max-h-80 w-full overflow-auto"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <table className={cx("w-full border-collapse text-12/5", className)}>
        {caption !== undefined && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>
            {head}
            <th scope="col" className="h-6 w-7">
              <span className="sr-only">Operations</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

export function HeadCell({ className, children }: { className?: string; children: string }) {
  return (
    <th scope="col" className={cx(HEAD, className)}>
      {children}
    </th>
  );
}
