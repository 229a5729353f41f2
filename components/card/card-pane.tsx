"use client";
// The card in the place of the timeline; where there is none beside it, with its proof below.
import { CardPage } from "./card-page.tsx";
import CardProof from "./card-proof-pane.tsx";

export default function CardPane({ withProof }: { withProof: boolean }) {
  if (!withProof) return <CardPage />;
  return (
    <div className="card-stacked">
      <CardPage />
      <CardProof />
    </div>
  );
}
