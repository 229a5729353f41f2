"use client";
// What this file is, who made it and when, and what of the run is in it.
import type { HtmlLogMetadata } from "../../lib/wire/html-log.ts";
import { useAppContext } from "../app-context.tsx";
import { CardFactGrid } from "../card/card-fact-grid.tsx";
import { useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatBytes } from "../ui/format.ts";

interface AboutFileProps {
  open: boolean;
  onClose: () => void;
  facts: HtmlLogMetadata;
}

export function AboutFile({ open, onClose, facts }: AboutFileProps) {
  const { screen } = useAppContext();
  const save = (
    <Button variant="primary" icon="download" onClick={screen.saveLog}>
      Save the log
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="About this file" footer={save}>
      <div className="viewer-file">
        <p>
          This is one recorded run, with a read-only Loupe to look at it. Everything is in this
          file: it asks no server, and loads and sends nothing.
        </p>
        <FileFacts facts={facts} />
        <p>
          {facts.redaction === null
            ? "Nothing was redacted when it was exported, beyond what Loupe never records. Whoever has this file has all of it."
            : `It was redacted when it was exported: ${facts.redaction}. Each replacement is as long as what it replaces.`}
        </p>
        <p>
          To go on with it, open this file or the saved log in a Loupe of your own, or read it with{" "}
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
        { name: "Run", value: title || "without a name" },
        { name: "Exported", value: formatDateTime(exportedAt) || "not said" },
        { name: "By", value: `Loupe ${version}`.trim() },
        { name: "Log", value: formatBytes(size) },
      ]}
    />
  );
}

const DAY_FORMAT = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const DATE_TIME_FORMAT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

/** Empty for what is no date. */
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
