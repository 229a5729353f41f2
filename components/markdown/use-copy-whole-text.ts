"use client";
// Hook that limits "Select all" to one text and copies its source, including parts that are not drawn.
import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";

export function useCopyWholeText(root: RefObject<HTMLElement | null>, text: string) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
      const selection = getSelection();
      if (!isAll || !root.current || !selection) return;
      event.preventDefault();
      selection.selectAllChildren(root.current);
    },
    onCopy(event: ClipboardEvent) {
      const selection = getSelection();
      const now = selection?.rangeCount === 1 ? selection.getRangeAt(0) : undefined;
      if (!now || now.startContainer !== root.current || now.endContainer !== root.current) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
    },
  };
}
