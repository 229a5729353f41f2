"use client";
// Dialog that exports the open run: range, format and redaction, then a download or a copy.
import { useState } from "react";
import type { ExportRangeName } from "../../lib/session/export-ranges.ts";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { ExportForm } from "./export-form.tsx";
import { EMPTY_REDACTION_DRAFT } from "./redaction-draft.ts";

/** The choices survive closing the dialog; an export in progress does not. */
export default function ExportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState("loupe");
  const [part, setPart] = useState<ExportRangeName>("whole");
  const [hasContent, setHasContent] = useState(false);
  const [secrets, setSecrets] = useState(EMPTY_REDACTION_DRAFT);
  return (
    <Dialog open={open} onClose={onClose} title="Export this run" className={LARGE_BUTTONS}>
      <ExportForm
        format={format}
        onFormat={setFormat}
        part={part}
        onPart={setPart}
        hasContent={hasContent}
        onContent={setHasContent}
        secrets={secrets}
        onSecrets={(change) => setSecrets((before) => ({ ...before, ...change }))}
      />
    </Dialog>
  );
}
