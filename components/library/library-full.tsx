"use client";
// The recordings take what they may: what runs is recorded to its end, and nothing is deleted; what
// is to begin next waits for a choice.
import { service } from "../../lib/session/service.ts";
import { signal } from "../../lib/session/signals.ts";
import { useDesk } from "../command/desk.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { tellFailure } from "./use-actions.tsx";

export default function LibraryFull({ used, limit }: { used: number; limit: number }) {
  const { screen } = useDesk();
  const higher = Math.ceil((Math.max(used, limit) * 2) / 1e8) * 1e8;
  const raise = () =>
    service.setLimits({ libraryBytes: higher }).then(() => signal("library-changed"), tellFailure);
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
