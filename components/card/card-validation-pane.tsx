"use client";
// Pane beside the card page: validation results above the source.
import { cx } from "../ui/cx.ts";
import { CardSource } from "./card-source.tsx";
import { CardValidation } from "./card-validation.tsx";
import { useCard } from "./use-card.ts";

export interface CardValidationPaneProps {
  /** As high as its content, below the card page. */
  stacked?: boolean;
}

export default function CardValidationPane({ stacked = false }: CardValidationPaneProps) {
  const card = useCard();
  if (!card) return null;
  return (
    <div
      className={cx("flex min-h-0 flex-col bg-bg-1", stacked ? "border-t border-line-2" : "h-full")}
    >
      <CardValidation review={card.review} stacked={stacked} />
      <CardSource card={card} stacked={stacked} />
    </div>
  );
}
