"use client";
// Where what concerns the next message is said. A press on one of its buttons leaves the focus in
// the message box until it is a click: on a narrow screen the box shrinks when it loses the focus,
// and the button would be gone from under the pointer.
import type { ReactNode } from "react";

export function ComposerNotices({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed
    <div
      className="lost"
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
