"use client";
// The newest recordings on the start page, with a button that shows the rest.
import { useState } from "react";
import { useOpenDialog } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Listing } from "../ui/listing.tsx";
import { useRecordings } from "./recordings-provider.tsx";

const RecordingGrid = createLazyComponent(() => import("./recording-grid.tsx"));

const INITIAL_COUNT = 6;
const MAX_COUNT = 200;
const ROW_HEIGHT = 44;

export function RecordingList({ title }: { title: string }) {
  const openDialog = useOpenDialog();
  const { list } = useRecordings();
  const [all, setAll] = useState(false);
  if (list.length === 0) return null;
  const shown = list.slice(0, all ? MAX_COUNT : INITIAL_COUNT);
  return (
    <Listing
      title={title}
      actions={
        <>
          <Button size={24} icon="library" onClick={() => openDialog("library")}>
            Library
          </Button>
          {list.length > INITIAL_COUNT && (
            <Button size={24} aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : `Show all ${list.length}`}
            </Button>
          )}
        </>
      }
    >
      <div style={{ height: shown.length * ROW_HEIGHT }}>
        <RecordingGrid place="page" label={title} list={shown} rowHeight={ROW_HEIGHT} />
      </div>
    </Listing>
  );
}
