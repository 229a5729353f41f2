"use client";
// What stands in the place of a page that broke as a whole.
import { ErrorFallback } from "../components/ui/error-fallback.tsx";

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
