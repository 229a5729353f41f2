"use client";
// Says that a recording was deleted, for as long as that can be taken back.
import { Button, IconButton } from "../ui/button.tsx";
import { commit, hold, resume, undo, usePendingRemoval } from "./removals.ts";

export function UndoToast() {
  const pending = usePendingRemoval();
  return (
    <div role="status" className="toast-place">
      {pending && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the toast while in use
        <div
          key={pending.id}
          className="toast"
          onPointerEnter={hold}
          onPointerLeave={resume}
          onFocus={hold}
          onBlur={resume}
        >
          <span className="toast-text">
            Deleted <b>{pending.name}</b>
          </span>
          <Button variant="outline" size={24} onClick={undo}>
            Undo
          </Button>
          <IconButton icon="close" label="Dismiss" size={24} iconSize={14} onClick={commit} />
        </div>
      )}
    </div>
  );
}
