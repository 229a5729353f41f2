"use client";
// The bar before a row of which something was found: it leads to the finding.
import type { JsonPathSegment } from "../../lib/wire/json-source.ts";
import { boundText } from "../ui/bounded-text.ts";
import { LOOKS } from "./looks.ts";
import { findingAt, keyOf, type ShownCard, usePointed } from "./use-card.ts";

export function RowMark({ card, path }: { card: ShownCard; path: readonly JsonPathSegment[] }) {
  const [, point] = usePointed();
  const finding = findingAt(card.review, path);
  if (!finding || finding.severity === "note") return null;
  return (
    <button
      type="button"
      className="card-row-mark"
      data-hue={LOOKS[finding.severity].hue}
      title={boundText(finding.title)}
      aria-label={`${LOOKS[finding.severity].word}: ${boundText(finding.title)}`}
      onClick={() => point(keyOf(finding))}
    />
  );
}
