"use client";
// Dialog about an exported HTML file: its run, export date, Loupe version and redaction.
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { useAppContext } from "../app-context.tsx";
import { CardFactGrid } from "../card/card-fact-grid.tsx";
import { useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatBytes } from "../ui/format.ts";
import { saveLog } from "./features.ts";

interface AboutFileProps {
  open: boolean;
  onClose: () => void;
  facts: HtmlLogMetadata;
}

export function AboutFile({ open, onClose, facts }: AboutFileProps) {
  const app = useAppContext();
  const save = (
    <Button variant="primary" icon="download" onClick={() => saveLog(app)}>
      Save log
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="About this file" footer={save}>
      <div className="grid max-w-130 gap-3 text-fg-2">
        <p>
          One recorded run, with a read-only Loupe to view it. Everything is in this file: it
          contacts no server, and loads and sends nothing.
        </p>
        <div className="text-fg-1 *:grid-flow-row *:grid-cols-2">
          <FileFacts facts={facts} />
        </div>
        <p>
          {facts.redaction === null
            ? "Nothing was redacted at export, beyond what Loupe never records. Anyone with this file can read all of it."
            : `Redacted at export: ${facts.redaction}. Replacements have the length of the original.`}
        </p>
        <p>
          To continue, open this file or the saved log in your own Loupe, or read it with{" "}
          <code>loupe inspect</code>.
        </p>
      </div>
    </Dialog>
  );
}

function FileFacts({ facts: { title, exportedAt, version } }: Pick<AboutFileProps, "facts">) {
  const source = useRun((run) => run.source);
  const size = source?.kind === "file" ? source.file.size : 0;
  return (
    <CardFactGrid
      facts={[
        { name: "Run", value: title || "unnamed" },
        { name: "Exported", value: formatDateTime(exportedAt) || "unknown" },
        { name: "By", value: `Loupe ${version}`.trim() },
        { name: "Log", value: formatBytes(size) },
      ]}
    />
  );
}

const DAY_FORMAT = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const DATE_TIME_FORMAT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

/** Empty for an invalid date. */
export function formatDay(iso: string): string {
  return formatDate(iso, DAY_FORMAT);
}

function formatDateTime(iso: string): string {
  return formatDate(iso, DATE_TIME_FORMAT);
}

function formatDate(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : format.format(date);
}
