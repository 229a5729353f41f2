"use client";
// Hook that knows whether the focus is inside an element.
//
// Guarantees: while a pointer is held down the answer stays, so that a layout that follows from it does
// not move away what is being clicked. Only the user takes the focus away: a button inside that is
// disabled or removed by its own click does not.

import { type RefObject, useEffect, useState } from "react";

export function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setWithin] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const contains = (target: EventTarget | null) => target instanceof Node && box.contains(target);
    const update = () => setWithin(contains(document.activeElement));
    /** A pointer is down outside of the element. */
    let isPressedOutside = false;
    const onPointerDown = ({ target }: PointerEvent) => {
      isPressedOutside = !contains(target);
    };
    // After the click, which follows the event.
    const onPointerUp = () => {
      if (isPressedOutside) setTimeout(update);
      isPressedOutside = false;
    };
    const onFocusIn = () => setWithin(true);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && !contains(relatedTarget) && !isPressedOutside) setWithin(false);
    };
    update();
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener("focusin", onFocusIn, { signal });
    box.addEventListener("focusout", onFocusOut, { signal });
    addEventListener("pointerdown", onPointerDown, { capture: true, signal });
    addEventListener("pointerup", onPointerUp, { capture: true, signal });
    addEventListener("pointercancel", onPointerUp, { capture: true, signal });
    return () => listening.abort();
  }, [element]);
  return isWithin;
}
