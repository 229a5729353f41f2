"use client";
// Marker on a row of the card page that has a problem. Clicking it shows the problem.
import type { JsonPathSegment } from "../../lib/json/json-source.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CARD_SEVERITY_META } from "./card-severity-meta.ts";
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
      className="card-row-mark"
      data-hue={CARD_SEVERITY_META[finding.severity].hue}
      title={boundText(finding.title)}
      aria-label={`${CARD_SEVERITY_META[finding.severity].word}: ${boundText(finding.title)}`}
      onClick={() => point(getFindingKey(finding))}
    />
  );
}
