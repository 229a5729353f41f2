"use client";
// Menu of a row. It keeps its keys and clicks from the row; the left arrow returns the focus to the row.
import { MenuButton, type MenuItem } from "./menu.tsx";

interface RowMenuProps {
  /** Title of the row. */
  title: string;
  items: readonly MenuItem[];
  className?: string;
}

export function RowMenu({ title, items, className }: RowMenuProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops propagation
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
        label={`More actions for ${title}`}
        icon="more"
        size={24}
        align="end"
        tabIndex={-1}
        items={items}
      />
    </span>
  );
}
