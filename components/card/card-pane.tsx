"use client";
// Shows the card page in place of the timeline. Without a second pane, validation goes below it.
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { CardPage } from "./card-page.tsx";
import CardValidationPane from "./card-validation-pane.tsx";

export default function CardPane({ withProof }: { withProof: boolean }) {
  return (
    <ErrorBoundary what="The card">
      {withProof ? (
        <div className="h-full overflow-auto bg-bg-1">
          <CardPage stacked />
          <CardValidationPane stacked />
        </div>
      ) : (
        <CardPage />
      )}
    </ErrorBoundary>
  );
}
