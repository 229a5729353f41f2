"use client";
// Reads, sets and stores the theme of the document. `public/theme.js` sets the initial theme.
import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const THEME_KEY = "loupe.theme";

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

function getCurrentTheme(): Theme {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is blocked; the choice lasts until the page is closed.
  }
}

export function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribe, getCurrentTheme, (): Theme => "dark");
  return [theme, () => setTheme(theme === "dark" ? "light" : "dark")];
}
