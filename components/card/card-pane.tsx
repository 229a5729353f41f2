"use client";
// The card in the place of the timeline; where there is none beside it, with its proof below.
import { Guarded } from "../ui/guarded.tsx";
import { CardPage } from "./card-page.tsx";
import CardProof from "./card-proof-pane.tsx";

export default function CardPane({ withProof }: { withProof: boolean }) {
  return (
    <Guarded what="The card">
      {withProof ? (
        <div className="card-stacked">
          <CardPage />
          <CardProof />
        </div>
      ) : (
        <CardPage />
      )}
    </Guarded>
  );
}
