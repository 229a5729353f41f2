"use client";
// Frame of everything that the inspector shows.
import type { ReactNode } from "react";
import { boundText } from "./bounded-text.ts";
import { Icon, type IconName } from "./icons.tsx";

export function InspectorPane({ children }: { children: ReactNode }) {
  return (
    <section
      className="flex h-full min-h-0 min-w-0 flex-col bg-bg-1"
      aria-label="Inspector"
      data-testid="inspector"
    >
      {children}
    </section>
  );
}

interface InspectorTitleProps {
  icon: IconName;
  title: string;
  /** Behind the title. */
  children?: ReactNode;
}

/** Title of what has no tabs. */
export function InspectorTitle({ icon, title, children }: InspectorTitleProps) {
  return (
    <header className="flex min-h-11 min-w-0 items-center gap-2 px-3 pt-2 pb-1.5">
      <Icon name={icon} size={16} className="text-fg-2" />
      <h2
        className="min-w-0 flex-1 truncate text-14 font-semibold"
        dir="auto"
        title={boundText(title)}
      >
        {boundText(title)}
      </h2>
      {children}
    </header>
  );
}
