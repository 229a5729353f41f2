"use client";
// Pane beside the card page: validation results above the source.
import { CardSource } from "./card-source.tsx";
import { CardValidation } from "./card-validation.tsx";
import { useCard } from "./use-card.ts";

export default function CardValidationPane() {
  const card = useCard();
  if (!card) return null;
  return (
    <div className="card-proof">
      <CardValidation review={card.review} />
      <CardSource card={card} />
    </div>
  );
}
