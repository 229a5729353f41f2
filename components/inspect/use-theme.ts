"use client";
/** The theme as it is drawn now, for what is painted and not styled. */
import { useSyncExternalStore } from "react";

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

export function useTheme(): string {
  return useSyncExternalStore(
    subscribe,
    () =>
      `${document.documentElement.dataset.theme} ${matchMedia("(prefers-color-scheme: dark)").matches}`,
    () => "",
  );
}
