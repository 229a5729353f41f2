"use client";
// Loupe's own server does not answer: said once, under the top bar, until it does again.
import { useRecordings } from "../library/use-recordings.ts";
import { useAgent, useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

export function ServerLostBanner() {
  const { isServerLost, reload } = useRecordings();
  const isFeedLost = useRun((run) => run.phase.kind === "reconnecting");
  const isRefused = useAgent(
    ({ phase }) => phase.kind === "failed" && phase.problem.who === "Loupe",
  );
  // Said already, in the place where it hurts.
  if (!isServerLost || isFeedLost || isRefused) return null;
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
