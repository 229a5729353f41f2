// Announces a message to screen readers without moving the focus.
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
  // Clear the text first: screen readers do not announce an unchanged text.
  const target = region;
  target.textContent = "";
  setTimeout(() => {
    target.textContent = boundText(message);
  }, 30);
}
