"use client";
// Handing the open run on: how much of it, as what, and then as a file or onto the clipboard.
import { useState } from "react";
import type { PartName } from "../../lib/session/hand-on-parts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { HandOn } from "./hand-on.tsx";
import { NO_DRAFT } from "./secrets-draft.ts";

/** What is chosen outlives the dialog's closing; what is being written does not. */
export default function HandOnDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState("loupe");
  const [part, setPart] = useState<PartName>("whole");
  const [secrets, setSecrets] = useState(NO_DRAFT);
  return (
    <Dialog open={open} onClose={onClose} title="Export this run" className="hand-on">
      <HandOn
        format={format}
        onFormat={setFormat}
        part={part}
        onPart={setPart}
        secrets={secrets}
        onSecrets={(change) => setSecrets((before) => ({ ...before, ...change }))}
      />
    </Dialog>
  );
}
