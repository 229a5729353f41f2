"use client";
// What can be done with the thing in a row: a menu that keeps its keys and clicks from the row around
// it, and gives the focus back to that row with the left arrow.
import { MenuButton, type MenuItem } from "./menu.tsx";

export interface RowMenuProps {
  /** What the row is about. */
  title: string;
  items: readonly MenuItem[];
  className?: string;
}

export function RowMenu({ title, items, className }: RowMenuProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps them to itself
    <span
      className={className}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        const { target, key } = event;
        const isButton = target instanceof Element && target.matches("[aria-haspopup]");
        if (key !== "ArrowLeft" || !isButton) return;
        event.preventDefault();
        target.closest<HTMLElement>("[role=row], [role=treeitem]")?.focus();
      }}
    >
      <MenuButton
        label={`More for ${title}`}
        icon="more"
        size={24}
        align="end"
        tabIndex={-1}
        items={items}
      />
    </span>
  );
}
