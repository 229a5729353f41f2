"use client";
// Reads, sets and stores the theme of the document. `public/theme.js` sets the initial theme.
import { useEffect, useSyncExternalStore } from "react";

type Theme = "dark" | "light";

const THEME_KEY = "loupe.theme";
const LIGHT_QUERY = "(prefers-color-scheme: light)";

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

/** The stored theme; `system` if none is stored. */
type ThemeChoice = Theme | "system";

export function setThemeChoice(choice: ThemeChoice): void {
  if (choice !== "system") return setTheme(choice);
  const isLight = matchMedia(LIGHT_QUERY).matches;
  setTheme(isLight ? "light" : "dark");
  try {
    localStorage.removeItem(THEME_KEY);
  } catch {
    // As above.
  }
  // The attribute may not have changed, but what is stored has.
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
}

function getThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, getThemeChoice, (): ThemeChoice => "system");
}

/** Follows the system as soon as it changes, unless the user has chosen a theme. */
export function useSystemTheme(): void {
  useEffect(() => {
    const light = matchMedia(LIGHT_QUERY);
    const follow = () => {
      if (getThemeChoice() !== "system") return;
      document.documentElement.dataset.theme = light.matches ? "light" : "dark";
    };
    light.addEventListener("change", follow);
    return () => light.removeEventListener("change", follow);
  }, []);
}

export function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribe, getCurrentTheme, (): Theme => "dark");
  return [theme, () => setTheme(theme === "dark" ? "light" : "dark")];
}
