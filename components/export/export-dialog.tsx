"use client";
// Handing the open run on: how much of it, as what, and then as a file or onto the clipboard.
import { useState } from "react";
import type { ExportRangeName } from "../../lib/session/export-ranges.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ExportForm } from "./export-form.tsx";
import { EMPTY_REDACTION_DRAFT } from "./redaction-draft.ts";

/** What is chosen outlives the dialog's closing; what is being written does not. */
export default function ExportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState("loupe");
  const [part, setPart] = useState<ExportRangeName>("whole");
  const [secrets, setSecrets] = useState(EMPTY_REDACTION_DRAFT);
  return (
    <Dialog open={open} onClose={onClose} title="Export this run" className="hand-on">
      <ExportForm
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
