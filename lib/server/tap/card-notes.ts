/** What the recording says about a card that passed a tap in reverse mode. */

import type { CardEdit } from "../../protocol/card/rewrite-card.ts";
import { bypassesTap } from "./card-addresses.ts";
import type { TapRoute } from "./tap-route.ts";

export function describeCard(
  urls: readonly string[],
  changes: readonly CardEdit[],
  routes: readonly TapRoute[],
): string[] {
  const notes: string[] = [];
  if (changes.length > 0) {
    const mapped = changes.filter(({ to }) => to !== null);
    notes.push(
      `The tap changed ${mapped.length === 1 ? "an address" : `${mapped.length} addresses`} in the card: ${mapped.map(({ from, to }) => `${from} → ${to}`).join(", ")}.`,
    );
  }
  if (changes.some(({ to }) => to === null)) {
    notes.push("The tap removed the card's signatures, which do not hold for a changed card.");
  }
  const changed = new Set(changes.map(({ from }) => from));
  const others = urls.filter((url) => !changed.has(url));
  for (const url of new Set(others)) {
    if (bypassesTap(url, routes)) notes.push(`This interface bypasses the tap: ${url}`);
  }
  return notes;
}
