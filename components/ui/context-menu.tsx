"use client";
// Menu at a point of the page, as a right click opens it. A click elsewhere, Escape, Tab and scrolling
// close it. It is no light-dismissed popover: releasing the mouse button would close that at once.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { focusFirstEntry, MENU, MenuEntry, type MenuItem, moveInMenu } from "./menu.tsx";
import { POPUP } from "./shared-classes.ts";
import { getAnchoredPosition } from "./use-popover.ts";

/** In pixels of the window. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  label: string;
  items: readonly MenuItem[];
  at: MenuPoint;
  /** `byKey`: the focus goes back to where the menu was opened. */
  onClose: (byKey: boolean) => void;
}

export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    if (!menu.matches(":popover-open")) menu.showPopover();
    const size = { width: menu.offsetWidth, height: menu.offsetHeight };
    const view = { width: window.innerWidth, height: window.innerHeight };
    const anchor = { left: at.x, top: at.y, width: 0, height: 0 };
    const { left, top } = getAnchoredPosition(anchor, size, view, "start", 2);
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
    focusFirstEntry(menu);
  }, [at]);

  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node) || !box.current?.contains(target)) close(false);
    };
    const onLeave = () => close(false);
    addEventListener("pointerdown", onElsewhere, true);
    addEventListener("wheel", onElsewhere, true);
    addEventListener("blur", onLeave);
    addEventListener("resize", onLeave);
    return () => {
      removeEventListener("pointerdown", onElsewhere, true);
      removeEventListener("wheel", onElsewhere, true);
      removeEventListener("blur", onLeave);
      removeEventListener("resize", onLeave);
    };
  }, []);

  return (
    <div
      ref={box}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={cx(POPUP, MENU)}
      // The keys and clicks belong to the menu, not to the list that it was opened from.
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" || event.key === "Tab") {
          event.preventDefault();
          onClose(true);
        } else moveInMenu(event, box.current);
      }}
    >
      {items.map((item) => (
        <MenuEntry key={item.id} item={item} onDone={() => onClose(true)} />
      ))}
    </div>
  );
}
