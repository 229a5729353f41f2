"use client";
// Color, icon and label of each severity of a card problem, and the marker on a row of the card page
// that has a problem. Clicking it shows the problem.
import type { JsonPathSegment } from "../../lib/json/json-source.ts";
import type { CardSeverity } from "../../lib/lint/cards/lint-card.ts";
import { boundText } from "../ui/bounded-text.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { findFindingAt, getFindingKey, type ShownCard, usePointedFinding } from "./use-card.ts";

export function CardProblemMarker({
  card,
  path,
}: {
  card: ShownCard;
  path: readonly JsonPathSegment[];
}) {
  const [, point] = usePointedFinding();
  const finding = findFindingAt(card.review, path);
  if (!finding || finding.severity === "note") return null;
  return (
    <button
      type="button"
      className="absolute inset-y-0 -left-3 w-3 before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-hue forced-colors:before:bg-[CanvasText]"
      data-hue={CARD_SEVERITY_META[finding.severity].hue}
      title={boundText(finding.title)}
      aria-label={`${CARD_SEVERITY_META[finding.severity].word}: ${boundText(finding.title)}`}
      onClick={() => point(getFindingKey(finding))}
    />
  );
}

export const CARD_SEVERITY_META: Readonly<
  Record<CardSeverity, { readonly hue: Hue; readonly icon: IconName; readonly word: string }>
> = {
  error: { hue: "error", icon: "error", word: "error" },
  warning: { hue: "warning", icon: "warning", word: "warning" },
  note: { hue: "accent", icon: "note", word: "note" },
};
