"use client";
// List of recordings below the exchanges, with buttons to save and import logs.
import { isFileLoaded } from "../../lib/session/run-selectors.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { useMedia } from "../ui/use-media.ts";
import { RAIL_HINT, RailHeader } from "./rail.tsx";
import RecordingGrid from "./recording-grid.tsx";
import { useRecordings } from "./recordings-provider.tsx";
import { saveOpenLog } from "./save-actions.ts";
import { UnsavedLog } from "./unsaved-log.tsx";

const ROW_HEIGHT = 28;
const TOUCH_ROW_HEIGHT = 44;
const ROWS_IN_VIEW = 6;

export function SavedLogs() {
  const app = useAppContext();
  const openDialog = useOpenDialog();
  const { list, isServerLost } = useRecordings();
  const isSavable = useRun(isFileLoaded);
  const isTouch = useMedia("(pointer: coarse)");
  const rowHeight = isTouch ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  return (
    <section className="flex-none border-t border-line-2 pb-2" aria-label="Recordings">
      <RailHeader title="Recordings">
        {isSavable && (
          <Button
            size={24}
            aria-label="Save this log to the library"
            onClick={() => saveOpenLog(app)}
          >
            Save
          </Button>
        )}
        <IconButton
          icon="library"
          label="Library"
          keys="L"
          size={24}
          iconSize={14}
          onClick={() => openDialog("library")}
        />
        <IconButton
          icon="import"
          label="Import a log"
          size={24}
          iconSize={14}
          onClick={app.actions.chooseFile}
        />
      </RailHeader>
      <UnsavedLog />
      {list.length > 0 && (
        <div style={{ height: Math.min(list.length, ROWS_IN_VIEW) * rowHeight }}>
          <RecordingGrid place="rail" label="Recordings" list={list} rowHeight={rowHeight} />
        </div>
      )}
      {list.length === 0 && (
        <p className={RAIL_HINT}>{isServerLost ? "The server is not responding." : "None yet."}</p>
      )}
    </section>
  );
}
