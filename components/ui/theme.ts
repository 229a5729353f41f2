"use client";
// The theme on the document: read it, change it, remember it. `public/theme.js` sets the first one.
import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const key = "loupe.theme";

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

function current(): Theme {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Blocked storage: the choice then lasts as long as the page.
  }
}

export function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribe, current, (): Theme => "dark");
  return [theme, () => setTheme(theme === "dark" ? "light" : "dark")];
}
