// Titled list of the start page, with quiet buttons beside its title.
import type { ReactNode } from "react";

interface ListingProps {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

export function Listing({ title, actions, children }: ListingProps) {
  return (
    <section className="mt-4 min-w-0" aria-label={title}>
      <header className="flex min-h-8 items-center justify-between border-b border-line-2">
        <h2 className="text-12/5 font-semibold text-fg-2">{title}</h2>
        <span className="-mr-2 flex gap-1 *:[button]:font-normal *:[button]:text-fg-3">
          {actions}
        </span>
      </header>
      {children}
    </section>
  );
}
