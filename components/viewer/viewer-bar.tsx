"use client";
// Top bar of an exported HTML file: run, metadata, save button, palette and theme.
import { useState } from "react";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { useAppContext } from "../app-context.tsx";
import { CardFactGrid } from "../card/card-fact-grid.tsx";
import { BAR_LABEL, Bar, BRAND, Brand, HIDDEN_ON_PHONES } from "../connect/bar.tsx";
import { CardButton, PaletteAndTheme } from "../connect/bar-buttons.tsx";
import NegotiatedVersion from "../connect/negotiated-version.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { saveLog } from "./features.ts";

export function ViewerBar({ facts }: { facts: HtmlLogMetadata | null }) {
  const app = useAppContext();
  return (
    <Bar
      isOpen
      start={
        <>
          <IconButton
            className={HIDDEN_ON_PHONES}
            icon="sidebar"
            label="Toggle exchanges"
            keys="B"
            onClick={app.layout.getState().toggleRail}
          />
          <span className={BRAND}>
            <Brand />
          </span>
        </>
      }
      end={
        <>
          <Button className={HIDDEN_ON_PHONES} icon="download" onClick={() => saveLog(app)}>
            <span className={BAR_LABEL}>Save log</span>
          </Button>
          <PaletteAndTheme />
        </>
      }
    >
      <Origin facts={facts} />
    </Bar>
  );
}

/** The run's name and protocol version, and what is known about the file. */
function Origin({ facts }: { facts: HtmlLogMetadata | null }) {
  const name = useRun((run) => run.name);
  const title = facts ? facts.title : name;
  return (
    <section
      className="flex min-w-0 items-center gap-2 text-fg-2 max-phone:flex-1"
      aria-label="This file"
    >
      <Icon name="file" size={14} className="max-phone:hidden" />
      <strong className="min-w-0 truncate font-[560] text-fg-1" dir="auto" title={boundText(title)}>
        {boundText(title) || "Unnamed run"}
      </strong>
      <NegotiatedVersion />
      <span className="contents max-phone:hidden">
        <CardOfRun />
      </span>
      {facts ? <AboutButton facts={facts} /> : <Tag className="max-phone:hidden">read-only</Tag>}
    </section>
  );
}

/** Opens the dialog about the file. */
function AboutButton({ facts }: { facts: HtmlLogMetadata }) {
  const [isOpen, setOpen] = useState(false);
  const { exportedAt, redaction } = facts;
  const day = formatDay(exportedAt);
  return (
    <>
      <Button size={24} className="max-phone:ml-auto" onClick={() => setOpen(true)}>
        <span className="sr-only">About this file: </span>
        <Tag className="max-phone:hidden">read-only</Tag>
        <Tag icon={redaction === null ? undefined : "key"}>
          {redaction === null ? "not redacted" : "redacted"}
        </Tag>
        {day !== "" && <span className="text-fg-3 max-wide:hidden">exported {day}</span>}
      </Button>
      <AboutFile open={isOpen} onClose={() => setOpen(false)} facts={facts} />
    </>
  );
}

function CardOfRun() {
  const timeline = useRun((run) => run.timeline);
  useThrottledVersion();
  return timeline.exchanges.some(isDiscovery) && <CardButton className={HIDDEN_ON_PHONES} />;
}

interface AboutFileProps {
  open: boolean;
  onClose: () => void;
  facts: HtmlLogMetadata;
}

/** Dialog about an exported HTML file: its run, export date, Loupe version and redaction. */
function AboutFile({ open, onClose, facts }: AboutFileProps) {
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
function formatDay(iso: string): string {
  return formatDate(iso, DAY_FORMAT);
}

function formatDateTime(iso: string): string {
  return formatDate(iso, DATE_TIME_FORMAT);
}

function formatDate(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : format.format(date);
}
