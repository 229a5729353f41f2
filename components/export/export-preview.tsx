"use client";
// Preview of an export: its progress, then its size and its beginning, or why it failed.
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { ProgressRow } from "./form-parts.tsx";
import type { ExportState } from "./use-export.ts";

/** A well whose lines are not wrapped. */
const PREVIEW =
  "mono max-h-33 overflow-auto rounded-2 bg-well px-2.25 py-1.75 text-12/4.25 whitespace-pre text-fg-2 inset-ring inset-ring-line-2 forced-colors:border";

interface ExportPreviewProps {
  making: ExportState;
  onCancel: () => void;
}

export function ExportPreview({ making, onCancel }: ExportPreviewProps) {
  if (making.kind === "idle") return null;
  if (making.kind === "failed") {
    const remedy =
      making.who === "File"
        ? { remedy: "If the log was moved or changed since it was opened, open it again." }
        : {};
    return (
      <Banner severity="error" who={making.who} title="Couldn't write the export" {...remedy}>
        {making.reason}
      </Banner>
    );
  }
  if (making.kind === "making") {
    return (
      <ProgressRow label="Writing" share={making.share}>
        <Button size={24} onClick={onCancel}>
          Cancel
        </Button>
      </ProgressRow>
    );
  }
  const { blob, preview } = making.made;
  return (
    <section className="grid min-w-0 gap-1" aria-label="Export preview">
      <p role="status" className="text-fg-2">
        {formatBytes(blob.size)}
        {blob.size > preview.length && ", starting with"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0} className={PREVIEW}>
        {preview}
      </pre>
    </section>
  );
}
