"use client";
// Loads the parser and renderer once, with the panes, or when the first text asks for them.
import { useSyncExternalStore } from "react";

type Renderer = typeof import("./render.tsx");
type Parser = typeof import("./parse.ts");

let loaded: Renderer | undefined;
let asked = false;
const waiting = new Set<() => void>();

async function load(): Promise<void> {
  asked = true;
  try {
    loaded = await import("./render.tsx");
    for (const tell of waiting) tell();
  } catch {
    // The server was away for a moment: plain text stays, and the next text asks again.
    asked = false;
  }
}

/** Has it there before the first text comes: to read it then would cost that text a frame. */
export function fetchRenderer(): void {
  if (asked) return;
  void Promise.all([import("./parse.ts"), load()]).then(
    ([parser]) => whenIdle(parser),
    () => undefined,
  );
}

function whenIdle({ warmUp }: Parser): void {
  // Where there is text already, it did that.
  if (waiting.size > 0) return;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(warmUp);
  else setTimeout(warmUp, 200);
}

function subscribe(ready: () => void): () => void {
  waiting.add(ready);
  if (!asked) void load();
  return () => waiting.delete(ready);
}

export function useRenderer(): Renderer | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
}
