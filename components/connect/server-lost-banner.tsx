"use client";
// Banner under the top bar while Loupe's server does not respond, and the toast when a part of the app
// cannot be loaded. Without it, a command would silently do nothing.
import { useEffect } from "react";
import { useRecordings } from "../library/recordings-provider.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast.tsx";

export function ServerLostBanner() {
  const { isServerLost, reload } = useRecordings();
  const isFeedLost = useRun((run) => run.phase.kind === "reconnecting");
  const isRefused = useAgent(
    ({ phase }) => phase.kind === "failed" && phase.problem.who === "Loupe",
  );
  // The timeline or the address field already shows the problem.
  if (!isServerLost || isFeedLost || isRefused) return null;
  return (
    <Banner
      severity="warning"
      who="Loupe"
      title="Loupe's server is not responding"
      remedy="Restart it. No recordings are lost, and this page reconnects by itself."
      actions={
        <Button variant="outline" size={24} onClick={reload}>
          Try again
        </Button>
      }
    />
  );
}

export function useLoadFailures(): void {
  useEffect(() => {
    const onRejected = ({ reason }: PromiseRejectionEvent) => {
      if (!(reason instanceof Error) || reason.name !== "ChunkLoadError") return;
      showToast({ text: "Couldn't load this part of Loupe. Is its server still running?" });
    };
    addEventListener("unhandledrejection", onRejected);
    return () => removeEventListener("unhandledrejection", onRejected);
  }, []);
}
