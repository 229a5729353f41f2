"use client";
// Keys of a search box above a list of buttons: Down enters the list, Enter takes its first button, and
// in the list arrows move, Up on the first returns to the box, and a letter continues the search.
import { type KeyboardEvent, useRef } from "react";
import { getListTarget } from "./roving-focus.ts";

const PAGE_ROWS = 10;

export function useListKeys<List extends HTMLElement>() {
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<List>(null);
  const getButtons = () => [
    ...(list.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? []),
  ];
  const onBoxKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const [first] = getButtons();
    if (event.key === "ArrowDown") first?.focus();
    else if (event.key === "Enter") first?.click();
    else return;
    event.preventDefault();
  };
  const onListKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = getButtons();
    const index = buttons.indexOf(event.target as HTMLElement);
    const to = getListTarget(event.key, index, buttons.length, PAGE_ROWS, () => true);
    if (event.key === "ArrowUp" && index === 0) box.current?.focus();
    else if (to !== undefined) buttons[to]?.focus();
    // The letter goes into the box, which has the focus by then.
    else if (event.key.length === 1 && event.key !== " ") return box.current?.focus();
    else return;
    event.preventDefault();
  };
  return { box, list, onBoxKeyDown, onListKeyDown };
}
