"use client";
// Banner shown when the library is full. Running exchanges are recorded to their end, nothing is
// deleted, and new requests wait for the user's choice.
import { useOpenDialog } from "../app-context.tsx";
import { useChangeLimits } from "../limits/use-limits.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { showFailureToast } from "../ui/toast.tsx";

export default function LibraryFullBanner({ used, limit }: { used: number; limit: number }) {
  const openDialog = useOpenDialog();
  const higher = Math.ceil((Math.max(used, limit) * 2) / 1e8) * 1e8;
  const { mutate: changeLimits } = useChangeLimits();
  const raise = () => changeLimits({ libraryBytes: higher }, { onError: showFailureToast });
  return (
    <Banner
      severity="warning"
      who="Loupe"
      title="The library is full"
      remedy="Raise the limit or delete recordings. Nothing is deleted automatically."
      actions={
        <>
          <Button variant="outline" size={24} onClick={raise}>
            Raise the limit to {formatBytes(higher)}
          </Button>
          <Button size={24} icon="library" onClick={() => openDialog("library")}>
            Open library
          </Button>
        </>
      }
    >
      Recordings use {formatBytes(used)} of {formatBytes(limit)}. Running exchanges are recorded to
      their end; nothing new is sent until there is room.
    </Banner>
  );
}
