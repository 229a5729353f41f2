"use client";
// Hook for the width of an element. It is 0 until the browser has laid out the element, because reading
// it earlier would force a layout of everything that was just drawn.
import { type RefObject, useEffect, useState } from "react";

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
