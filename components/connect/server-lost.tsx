"use client";
// Loupe's own server does not answer: said once, under the top bar, until it does again.
import { useRecordings } from "../library/use-recordings.ts";
import { useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

export function ServerLost() {
  const { lost, reload } = useRecordings();
  const isToldAlready = useRun((run) => run.phase.kind === "reconnecting");
  if (!lost || isToldAlready) return null;
  return (
    <Banner
      severity="warning"
      who="Loupe"
      title="Loupe's own server does not answer"
      remedy="Start it again; nothing recorded is lost, and this page goes on by itself."
      actions={
        <Button variant="outline" size={24} onClick={reload}>
          Try again
        </Button>
      }
    />
  );
}
