"use client";
// Tabs that follow the ARIA pattern: one tab stop, arrow keys select, each panel is labelled by its tab.
import { type ReactNode, useId, useRef } from "react";
import { getRovingTarget } from "./roving-focus.ts";

interface TabItem<Id extends string> {
  id: Id;
  label: string;
  badge?: ReactNode;
  disabled?: boolean;
}

interface TabsProps<Id extends string> {
  /** Names the tab list. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

const TAB =
  "relative flex flex-none items-center gap-1.25 px-2 text-12/8.25 font-medium text-fg-3 [--tint-base:transparent] hover:text-fg-1 focus-visible:rounded-2 focus-visible:-outline-offset-3 aria-selected:text-fg-1 aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:rounded-[1px] aria-selected:after:bg-accent forced-colors:aria-selected:after:bg-[Highlight]";

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = items.findIndex((item) => item.id === value);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") return;
    const to = getRovingTarget(event.key, current, items.length, (i) => !items[i]?.disabled);
    const item = to === undefined ? undefined : items[to];
    if (to === undefined || !item) return;
    event.preventDefault();
    onChange(item.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex h-8.5 flex-none overflow-x-auto border-b border-line-2 px-1.5 [scrollbar-width:none]"
        onKeyDown={onKeyDown}
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-tab-${item.id}`}
            aria-controls={item.id === value ? `${id}-panel` : undefined}
            aria-selected={item.id === value}
            tabIndex={item.id === value ? 0 : -1}
            disabled={item.disabled}
            className={TAB}
            onClick={() => onChange(item.id)}
          >
            {item.label}
            {item.badge}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {children}
      </div>
    </>
  );
}
