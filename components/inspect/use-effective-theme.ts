"use client";
/** The theme as it is drawn now, for what is painted and not styled. */
import { useSyncExternalStore } from "react";

let systemQuery: MediaQueryList | undefined;

/** Put to the browser once: asking anew makes it bring all styles up to date. */
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
