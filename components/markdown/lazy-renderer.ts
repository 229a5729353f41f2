"use client";
// Loads the Markdown parser and renderer once, with the panes or for the first text.
import { useSyncExternalStore } from "react";
import { runWhenIdle } from "../../lib/session/scheduling.ts";

type Renderer = typeof import("./render-block.tsx");
type Parser = typeof import("./parse-block.ts");

let loadedRenderer: Renderer | undefined;
let isRequested = false;
const readyListeners = new Set<() => void>();

async function loadRenderer(): Promise<void> {
  isRequested = true;
  try {
    loadedRenderer = await import("./render-block.tsx");
    for (const notify of readyListeners) notify();
  } catch {
    // The server was unavailable: show plain text, and retry with the next text.
    isRequested = false;
  }
}

/** Loads the renderer before the first text, which would otherwise lose a frame. */
export function preloadRenderer(): void {
  if (isRequested) return;
  void Promise.all([import("./parse-block.ts"), loadRenderer()]).then(
    ([parser]) => warmUpWhenIdle(parser),
    () => undefined,
  );
}

function warmUpWhenIdle({ warmUpParser }: Parser): void {
  // Text on the screen has already warmed it up.
  if (readyListeners.size > 0) return;
  runWhenIdle(warmUpParser);
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
