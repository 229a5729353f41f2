"use client";
// The card in the place of the timeline; where there is none beside it, with its proof below.
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { CardPage } from "./card-page.tsx";
import CardValidationPane from "./card-validation-pane.tsx";

export default function CardPane({ withProof }: { withProof: boolean }) {
  return (
    <ErrorBoundary what="The card">
      {withProof ? (
        <div className="card-stacked">
          <CardPage />
          <CardValidationPane />
        </div>
      ) : (
        <CardPage />
      )}
    </ErrorBoundary>
  );
}
