"use client";
// Label of a card lookup in the rail: its number of errors or warnings. The card rules load on demand.
import { useEffect, useState } from "react";
import { getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

interface CardLabel {
  readonly detail: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

/** `null` if the exchange has no card, or a card without errors and warnings. */
export function useCardLabel(timeline: Timeline, exchange: Exchange): CardLabel | null {
  const [label, setLabel] = useState<CardLabel | null>(null);
  const hasEnded = exchange.end !== null;
  useEffect(() => {
    let isCanceled = false;
    if (hasEnded && isDiscovery(exchange)) {
      void createCardLabel(timeline, exchange).then((found) => !isCanceled && setLabel(found));
    }
    return () => {
      isCanceled = true;
    };
  }, [timeline, exchange, hasEnded]);
  return label;
}

async function createCardLabel(timeline: Timeline, exchange: Exchange): Promise<CardLabel | null> {
  const card = getExchangeCard(timeline, exchange);
  if (!card) return null;
  const { lintCard } = await import("../../lib/lint/cards/lint-card.ts");
  const { findings } = lintCard(card.text, card);
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (errors > 0) return { detail: formatQuantity(errors, "error"), icon: "error", hue: "error" };
  if (warnings === 0) return null;
  return { detail: formatQuantity(warnings, "warning"), icon: "warning", hue: "warning" };
}
