"use client";
// Area for notices above the composer. Pressing one of its buttons keeps the focus in the message box
// until the click: on a narrow screen the box shrinks when it loses the focus, and the button would
// move away from under the pointer.
import type { ReactNode } from "react";

export function NoticeArea({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the interactive elements
    <div
      className="px-3 pt-2"
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest("button")) {
          event.preventDefault();
        }
      }}
    >
      {children}
    </div>
  );
}
