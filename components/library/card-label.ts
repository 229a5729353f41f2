"use client";
// What the rail says of a card that was looked up: how much of it is wrong, once the rules are there.
import { useEffect, useState } from "react";
import { getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { isDiscovery } from "../../lib/timeline/timeline-queries.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

interface CardLabel {
  readonly detail: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

/** `null` for what is no card, and where nothing is wrong with it. */
export function useCardLabel(timeline: Timeline, exchange: Exchange): CardLabel | null {
  const [line, setLine] = useState<CardLabel | null>(null);
  const isOver = exchange.end !== null;
  useEffect(() => {
    let isGone = false;
    if (isOver && isDiscovery(exchange)) {
      void createCardLabel(timeline, exchange).then((found) => !isGone && setLine(found));
    }
    return () => {
      isGone = true;
    };
  }, [timeline, exchange, isOver]);
  return line;
}

async function createCardLabel(timeline: Timeline, exchange: Exchange): Promise<CardLabel | null> {
  const card = getExchangeCard(timeline, exchange);
  if (!card) return null;
  const { lintCard } = await import("../../lib/protocol/card/lint.ts");
  const { findings } = lintCard(card.text, card);
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (errors > 0) return { detail: formatQuantity(errors, "error"), icon: "error", hue: "error" };
  if (warnings === 0) return null;
  return { detail: formatQuantity(warnings, "warning"), icon: "warning", hue: "warning" };
}
