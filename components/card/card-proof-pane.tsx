"use client";
// Beside the card's page: what is wrong with it, and its text.
import { Source } from "./source.tsx";
import { useCard } from "./use-card.ts";
import { Validation } from "./validation.tsx";

export default function CardProof() {
  const card = useCard();
  if (!card) return null;
  return (
    <div className="card-proof">
      <Validation review={card.review} />
      <Source card={card} />
    </div>
  );
}
