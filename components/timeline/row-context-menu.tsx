"use client";
// Menu of a row, or of the header of a call: by right click, by the menu key or Shift+F10, and by the button in the row. It selects
// its row, so that its commands are those of the palette.
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useState } from "react";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { ContextMenu, type MenuPoint } from "../ui/context-menu.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import type { MenuItem } from "../ui/menu.tsx";

/** An entry that most users have no use for, or of which there are two, is left out while its command is disabled. */
type MenuEntry = readonly [id: string, icon: IconName, isOptional?: true];

/** The commands by their ids; `null` is a separator. */
const ROW_MENU: readonly (MenuEntry | null)[] = [
  ["row-copy", "copy"],
  ["row-json", "braces"],
  ["row-link", "link"],
  ["row-curl", "copy"],
  null,
  ["row-pin", "pin", true],
  ["row-unpin", "pin", true],
  ["row-filter", "filter"],
  ["row-evidence", "evidence"],
  ["hold-row", "pause", true],
  ["clients-row", "clients", true],
  ["trace-open", "external", true],
  ["trace-copy", "link", true],
  ["note", "remark"],
  ["again", "resend"],
];

/** What the menu of the header of a call offers behind its own items. */
const CALL_MENU: readonly (MenuEntry | null)[] = [["clients-row", "clients", true]];

function createMenuItems(app: AppContext, menu: readonly (MenuEntry | null)[]): MenuItem[] {
  return menu.flatMap((entry, index): MenuItem[] => {
    if (entry === null) return [{ separator: true, id: `line-${index}` }];
    const [id, icon, isOptional] = entry;
    const command = app.commands.list.find((one) => one.id === id);
    if (!command || (isOptional && !command.enabled(app))) return [];
    const { title, keys } = command;
    const item = { id, label: title, icon, disabled: !command.enabled(app) };
    return [{ ...item, ...(keys[0] && { keys: keys[0] }), onSelect: () => command.run(app) }];
  });
}

interface OpenMenu {
  /** Those of the line itself; `null` for those of a row. */
  readonly items: readonly MenuItem[] | null;
  readonly at: MenuPoint;
  readonly row: HTMLElement;
}

/** Items of a line that is no row; `null` for a row, empty for no menu. */
type ListItems = (index: number) => readonly MenuItem[] | null;

/** `select` selects the row with an index. */
export function useRowMenu(select: (index: number) => void, listItems: ListItems) {
  const app = useAppContext();
  const [open, setOpen] = useState<OpenMenu | null>(null);
  const show = (row: HTMLElement, at: MenuPoint) => {
    const index = Number(row.dataset.row);
    select(index);
    row.focus({ preventScroll: true });
    setOpen({ row, at, items: listItems(index) });
  };
  const hasItems = (row: HTMLElement) => listItems(Number(row.dataset.row))?.length !== 0;
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if (hasOwnMenu(event.target) || !hasItems(event.currentTarget)) return;
    event.preventDefault();
    const { clientX: x, clientY: y, currentTarget: row } = event;
    const box = row.getBoundingClientRect();
    // Keys have no position: the browser reports one that may be outside of the row.
    const isInside = y >= box.top && y <= box.bottom && (x !== 0 || y !== 0);
    show(row, isInside ? { x, y } : getKeyPoint(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (!isMenuKey || !(event.target instanceof HTMLElement) || !hasItems(event.target)) return;
    event.preventDefault();
    show(event.target, getKeyPoint(event.target));
  };
  const menu = open && (
    <ContextMenu
      label={open.items ? "Call actions" : "Row actions"}
      items={
        open.items
          ? [...open.items, ...createMenuItems(app, CALL_MENU)]
          : createMenuItems(app, ROW_MENU)
      }
      at={open.at}
      onClose={(byKey) => {
        setOpen(null);
        if (byKey) open.row.focus({ preventScroll: true });
      }}
    />
  );
  return { menu, onContextMenu, onKeyDown };
}

/** Links, images and selected text have entries of the browser that this menu has not. */
function hasOwnMenu(target: EventTarget): boolean {
  if (target instanceof Element && target.closest("a[href], img, input, textarea")) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== "";
}

/** Below the beginning of the row's text. */
function getKeyPoint(row: HTMLElement): MenuPoint {
  const title = row.querySelector("[data-part=title]") ?? row;
  const { left, bottom } = title.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Replaces the bytes, so that it takes no room from the entry. */
const CELL =
  "absolute top-0.5 right-1 opacity-0 group-hover/row:opacity-100 [@media(hover:none)]:group-aria-selected/row:opacity-100";
const BUTTON =
  "grid size-6 place-items-center rounded-2 bg-bg-3 text-fg-2 hover:bg-bg-4 hover:text-fg-1 forced-colors:border";

/** A row contains only cells. */
const CELL_PROPS = { role: "gridcell", "data-part": "row-menu" } as const;

/** Opens the menu of its row below itself, as a right click there would. */
export const RowMenuButton = memo(function RowMenuButton() {
  const open = useCallback((event: MouseEvent<HTMLElement>) => {
    event.stopPropagation();
    const { left, bottom, height } = event.currentTarget.getBoundingClientRect();
    const at = { clientX: left, clientY: bottom - height / 2 };
    event.currentTarget.dispatchEvent(
      new window.MouseEvent("contextmenu", { ...at, bubbles: true, cancelable: true }),
    );
  }, []);
  return (
    <span {...CELL_PROPS} className={CELL}>
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label="Row actions"
        className={BUTTON}
        onClick={open}
      >
        <Icon name="more" size={14} />
      </button>
    </span>
  );
});
