"use client";
// Preview of an export: its progress, then its size and its beginning, or why it failed.
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import { ProgressLine } from "../ui/status.tsx";
import { WELL } from "../ui/well.ts";
import type { ExportState } from "./use-export.ts";

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
      <div className="hand-on-making">
        <ProgressLine value={making.share} label="Writing" />
        <span className="tabular-nums">Writing: {Math.floor(making.share * 100)} %</span>
        <Button size={24} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  const { blob, preview } = making.made;
  return (
    <section className="hand-on-made" aria-label="Export preview">
      <p role="status">
        {formatBytes(blob.size)}
        {blob.size > preview.length && ", starting with"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0} className={cx(WELL, "mono")}>
        {preview}
      </pre>
    </section>
  );
}
