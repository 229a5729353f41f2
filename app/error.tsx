"use client";
// Error page, shown when a whole page fails to render.
import { ErrorFallback } from "../components/ui/error-boundary.tsx";

interface ErrorPageProps {
  error: unknown;
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main className="h-dvh">
      <ErrorFallback what="This page" error={error} onRetry={reset} />
    </main>
  );
}
