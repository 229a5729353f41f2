// Header of a list in the rail, with its buttons, and the look of the text that fills an empty one.
import type { ReactNode } from "react";

export const RAIL_HINT = "px-3 pt-1 pb-3 text-12/5 text-fg-3";

export function RailHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="flex h-9 flex-none items-center justify-between pr-1.5 pl-3 pointer-coarse:h-11">
      <h2 className="text-11/5 font-semibold text-fg-2">{title}</h2>
      <span className="flex pointer-coarse:**:[button]:min-h-11 pointer-coarse:**:[button]:min-w-11">
        {children}
      </span>
    </header>
  );
}
