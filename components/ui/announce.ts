// Says a short thing to screen readers without moving focus or showing anything.
import { boundText } from "./bounded-text.ts";

let region: HTMLElement | undefined;

export function announce(message: string): void {
  if (typeof document === "undefined") return;
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "sr-only";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  // The same sentence twice is no change, and no change is not spoken.
  const target = region;
  target.textContent = "";
  setTimeout(() => {
    target.textContent = boundText(message);
  }, 30);
}
