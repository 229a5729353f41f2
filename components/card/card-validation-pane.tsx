"use client";
// Beside the card's page: what is wrong with it, and its text.
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
