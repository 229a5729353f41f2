"use client";
// Loads the parser and renderer once, with the panes, or when the first text asks for them.
import { useSyncExternalStore } from "react";

type Renderer = typeof import("./render-block.tsx");
type Parser = typeof import("./parse-block.ts");

let loadedRenderer: Renderer | undefined;
let isRequested = false;
const readyListeners = new Set<() => void>();

async function loadRenderer(): Promise<void> {
  isRequested = true;
  try {
    loadedRenderer = await import("./render-block.tsx");
    for (const tell of readyListeners) tell();
  } catch {
    // The server was away for a moment: plain text stays, and the next text asks again.
    isRequested = false;
  }
}

/** Has it there before the first text comes: to read it then would cost that text a frame. */
export function preloadRenderer(): void {
  if (isRequested) return;
  void Promise.all([import("./parse-block.ts"), loadRenderer()]).then(
    ([parser]) => warmUpWhenIdle(parser),
    () => undefined,
  );
}

function warmUpWhenIdle({ warmUpParser }: Parser): void {
  // Where there is text already, it did that.
  if (readyListeners.size > 0) return;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(warmUpParser);
  else setTimeout(warmUpParser, 200);
}

function subscribe(ready: () => void): () => void {
  readyListeners.add(ready);
  if (!isRequested) void loadRenderer();
  return () => readyListeners.delete(ready);
}

export function useRenderer(): Renderer | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loadedRenderer,
    () => undefined,
  );
}
