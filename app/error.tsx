"use client";
// What stands in the place of a page that broke as a whole.
import { Broken } from "../components/ui/broken.tsx";

interface PageBrokenProps {
  error: unknown;
  reset: () => void;
}

export default function PageBroken({ error, reset }: PageBrokenProps) {
  return (
    <main className="h-dvh">
      <Broken what="This page" error={error} onAgain={reset} />
    </main>
  );
}
