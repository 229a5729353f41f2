"use client";
// What stands in the place of a page that broke as a whole.
import { Broken } from "../components/ui/broken.tsx";

interface ErrorPageProps {
  error: unknown;
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <main className="h-dvh">
      <Broken what="This page" error={error} onAgain={reset} />
    </main>
  );
}
