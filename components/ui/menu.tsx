"use client";
// Menu button: arrow keys move, letters jump, Escape and a click elsewhere close the menu.
import type { ReactNode } from "react";
import { boundText } from "./bounded-text.ts";
import { type ButtonSize, buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Kbd } from "./kbd.tsx";
import { getRovingTarget } from "./roving-focus.ts";
import { POPUP } from "./shared-classes.ts";
import { usePopover } from "./use-popover.ts";

export type MenuItem =
  | { separator: true; id: string }
  | {
      separator?: false;
      id: string;
      label: string;
      icon?: IconName;
      hint?: string;
      keys?: string;
      /** Beside the label, such as a count. */
      detail?: string;
      disabled?: boolean;
      /** Makes the item a radio item. */
      checked?: boolean;
      /** Makes the item a checkbox item, which keeps the menu open. */
      isToggle?: boolean;
      onSelect: () => void;
    };

interface MenuButtonProps {
  label: string;
  items: readonly MenuItem[];
  /** Visible content; without it, the button shows only the icon. */
  children?: ReactNode;
  icon?: IconName;
  align?: "start" | "end";
  size?: ButtonSize;
  tabIndex?: number;
  className?: string;
}

export const MENU = "max-h-[60vh] max-w-[min(360px,90vw)] min-w-45 overflow-auto rounded-3 p-1";
const MENU_ENTRY =
  "group/entry flex min-h-7 w-full items-center gap-2 rounded-2 px-2 py-1 text-left text-12 text-fg-2 hover:bg-bg-4 hover:text-fg-1 focus-visible:bg-bg-4 focus-visible:text-fg-1 focus-visible:-outline-offset-2 disabled:bg-transparent disabled:text-fg-3";
/** Darker on the background of an entry that is pointed at or focused. */
const HINT =
  "block text-11 text-fg-3 group-hover/entry:text-fg-2 group-focus-visible/entry:text-fg-2";

export function MenuButton(props: MenuButtonProps) {
  const { label, items, children, icon, align = "start", size = 28 } = props;
  const { tabIndex, className } = props;
  const { open, box, show, hide, buttonProps, boxProps } = usePopover({
    align,
    first: (menu) => getEntryElements(menu)[0],
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Tab") hide();
    moveInMenu(event, box.current);
  };

  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-haspopup="menu"
        aria-label={children ? undefined : label}
        tabIndex={tabIndex}
        className={cx(buttonClass({ size, iconOnly: !children }), className)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          show();
        }}
      >
        {icon && <Icon name={icon} size={children ? 14 : 16} />}
        {children}
        {children && <Icon name="chevron-down" size={12} className="text-fg-3" />}
      </button>
      {open && (
        <div
          {...boxProps}
          role="menu"
          aria-label={label}
          className={cx(POPUP, MENU)}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} onDone={hide} />
          ))}
        </div>
      )}
    </>
  );
}

export function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot carry the popover's spacing
  if (item.separator) return <div role="separator" className="-mx-1 my-1 h-px bg-line-2" />;
  const radio = item.checked !== undefined;
  const role = item.isToggle ? "menuitemcheckbox" : radio ? "menuitemradio" : "menuitem";
  const lead: IconName | undefined = item.checked ? "check" : item.icon;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only with menuitemradio
    <button
      type="button"
      role={role}
      aria-checked={radio ? item.checked : undefined}
      tabIndex={-1}
      disabled={item.disabled}
      className={MENU_ENTRY}
      onClick={() => {
        if (!item.isToggle) onDone();
        item.onSelect();
      }}
    >
      {lead ? <Icon name={lead} size={14} /> : radio && <span className="w-[14px]" />}
      <span className="flex-1">
        {boundText(item.label)}
        {item.hint && <span className={HINT}>{boundText(item.hint)}</span>}
      </span>
      {item.detail && <span className="text-fg-3 tabular-nums">{item.detail}</span>}
      {item.keys && <Kbd keys={item.keys} />}
    </button>
  );
}

/** Arrow keys move, letters jump. */
export function moveInMenu(event: React.KeyboardEvent, menu: HTMLElement | null): void {
  const all = menu ? getEntryElements(menu) : [];
  const at = all.indexOf(event.target as HTMLElement);
  const letter = event.key.length === 1 ? event.key.toLowerCase() : undefined;
  const byLetter = (name: HTMLElement) =>
    name.textContent
      ?.trim()
      .toLowerCase()
      .startsWith(letter ?? "");
  const to = letter
    ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find(byLetter)
    : all[getRovingTarget(event.key, at, all.length) ?? -1];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

export function focusFirstEntry(menu: HTMLElement): void {
  (getEntryElements(menu)[0] ?? menu).focus({ preventScroll: true });
}

function getEntryElements(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)")];
}

interface RowMenuProps {
  /** Title of the row. */
  title: string;
  items: readonly MenuItem[];
  className?: string;
}

/**
 * Menu of a row. It keeps its keys and clicks from the row; the left arrow returns the focus to the row.
 */
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
