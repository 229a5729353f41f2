"use client";
/** The theme as it is drawn now, for what is painted and not styled. */
import { useSyncExternalStore } from "react";

let asked: MediaQueryList | undefined;

/** Put to the browser once: asking anew makes it bring all styles up to date. */
function systemIsDark(): MediaQueryList {
  asked ??= matchMedia("(prefers-color-scheme: dark)");
  return asked;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = systemIsDark();
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

export function useTheme(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset.theme} ${systemIsDark().matches}`,
    () => "",
  );
}
