"use client";
// The recordings take what they may: what runs is recorded to its end, and nothing is deleted; what
// is to begin next waits for a choice.
import { apiClient } from "../../lib/session/api-client.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { showFailureToast } from "./use-recording-actions.tsx";

export default function LibraryFullBanner({ used, limit }: { used: number; limit: number }) {
  const { screen } = useAppContext();
  const higher = Math.ceil((Math.max(used, limit) * 2) / 1e8) * 1e8;
  const raise = () =>
    apiClient
      .setLimits({ libraryBytes: higher })
      .then(() => emitUiEvent("library-changed"), showFailureToast);
  return (
    <Banner
      severity="warning"
      who="Loupe"
      title="The library is full"
      remedy="Raise the limit, or choose what to delete; nothing is deleted by itself."
      actions={
        <>
          <Button variant="outline" size={24} onClick={() => void raise()}>
            Raise the limit to {formatBytes(higher)}
          </Button>
          <Button size={24} icon="library" onClick={() => screen.openLibrary()}>
            Choose what to delete
          </Button>
        </>
      }
    >
      The recordings take {formatBytes(used)} of {formatBytes(limit)}. What is being recorded goes
      on to its end; nothing new is sent until there is room.
    </Banner>
  );
}
