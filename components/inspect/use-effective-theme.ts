"use client";
/** Hook for the theme in effect, for canvases, which CSS does not style. */
import { useSyncExternalStore } from "react";

let systemQuery: MediaQueryList | undefined;

/** Created once: `matchMedia` makes the browser recalculate styles. */
function getSystemQuery(): MediaQueryList {
  systemQuery ??= matchMedia("(prefers-color-scheme: dark)");
  return systemQuery;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = getSystemQuery();
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

export function useEffectiveTheme(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset.theme} ${getSystemQuery().matches}`,
    () => "",
  );
}
