"use client";
// The theme on the document: read it, change it, remember it. `public/theme.js` sets the first one.
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
    // Blocked storage: the choice then lasts as long as the page.
  }
}

export function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribe, getCurrentTheme, (): Theme => "dark");
  return [theme, () => setTheme(theme === "dark" ? "light" : "dark")];
}
