"use client";
// Hook that knows whether the focus is inside an element.
//
// Guarantees: while a pointer is held down the answer stays, so that a layout that follows from it does
// not move away what is being clicked.

import { type RefObject, useEffect, useState } from "react";

export function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setWithin] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let isPointerDown = false;
    const update = () => setWithin(box.contains(document.activeElement));
    const onPointerDown = () => {
      isPointerDown = true;
    };
    // After the click, which follows the event.
    const onPointerUp = () => {
      isPointerDown = false;
      setTimeout(update);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      const isLeft = !(relatedTarget instanceof Node && box.contains(relatedTarget));
      // A window that loses the focus keeps its active element.
      if (isLeft && !isPointerDown && document.hasFocus()) setWithin(false);
    };
    const onFocusIn = () => setWithin(true);
    update();
    box.addEventListener("focusin", onFocusIn);
    box.addEventListener("focusout", onFocusOut);
    addEventListener("pointerdown", onPointerDown, true);
    addEventListener("pointerup", onPointerUp, true);
    addEventListener("pointercancel", onPointerUp, true);
    return () => {
      box.removeEventListener("focusin", onFocusIn);
      box.removeEventListener("focusout", onFocusOut);
      removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("pointerup", onPointerUp, true);
      removeEventListener("pointercancel", onPointerUp, true);
    };
  }, [element]);
  return isWithin;
}
