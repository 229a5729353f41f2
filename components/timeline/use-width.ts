"use client";
// The width of an element, kept up to date: 0 until the browser has laid it out by itself, for to
// ask earlier makes it do so at once, with everything else that was just drawn.
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
