"use client";
// The newest recordings on the start page, with a button that opens the library, which has the rest.
import { useOpenDialog } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Listing } from "../ui/listing.tsx";
import { useRecordings } from "./recordings-provider.tsx";

const RecordingGrid = createLazyComponent(() => import("./recording-grid.tsx"));

const MAX_SHOWN = 6;
const ROW_HEIGHT = 44;

export function RecordingList({ title }: { title: string }) {
  const openDialog = useOpenDialog();
  const { list } = useRecordings();
  if (list.length === 0) return null;
  const shown = list.slice(0, MAX_SHOWN);
  const hasMore = list.length > MAX_SHOWN;
  return (
    <Listing
      title={title}
      actions={
        <Button size={24} icon="library" onClick={() => openDialog("library")}>
          {hasMore ? `Library: all ${formatCount(list.length)}` : "Library"}
        </Button>
      }
    >
      <div style={{ height: shown.length * ROW_HEIGHT }}>
        <RecordingGrid place="page" label={title} list={shown} rowHeight={ROW_HEIGHT} />
      </div>
    </Listing>
  );
}
