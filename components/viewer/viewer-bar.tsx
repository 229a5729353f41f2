"use client";
// Top bar of an exported HTML file: run, metadata, save button, palette and theme.
import { useState } from "react";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { useAppContext } from "../app-context.tsx";
import { CardButton, PaletteAndTheme } from "../connect/bar-buttons.tsx";
import NegotiatedVersion from "../connect/negotiated-version.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon, Logo } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { AboutFile, formatDay } from "./about-file.tsx";
import { saveLog } from "./features.ts";

export function ViewerBar({ facts }: { facts: HtmlLogMetadata }) {
  const app = useAppContext();
  return (
    <header className="top-bar" data-open="">
      <span className="top-bar-start">
        <IconButton
          className="rail-toggle"
          icon="sidebar"
          label="Toggle exchanges"
          keys="B"
          onClick={app.layout.getState().toggleRail}
        />
        <span className="brand">
          <Logo size={20} />
          <span>Loupe</span>
        </span>
      </span>
      <Origin facts={facts} />
      <span className="top-bar-end">
        <Button className="top-bar-files" icon="download" onClick={() => saveLog(app)}>
          <span>Save log</span>
        </Button>
        <PaletteAndTheme />
      </span>
    </header>
  );
}

/** The run's name and protocol version, and the button that opens the dialog about the file. */
function Origin({ facts }: { facts: HtmlLogMetadata }) {
  const [isOpen, setOpen] = useState(false);
  const { title, exportedAt, redaction } = facts;
  const day = formatDay(exportedAt);
  return (
    <section className="viewer-origin" aria-label="This file">
      <Icon name="file" size={14} />
      <strong className="truncate" dir="auto" title={boundText(title)}>
        {boundText(title) || "Unnamed run"}
      </strong>
      <NegotiatedVersion />
      <CardOfRun />
      <Button size={24} className="viewer-about" onClick={() => setOpen(true)}>
        <span className="sr-only">About this file: </span>
        <Tag className="viewer-writable">read-only</Tag>
        <Tag icon={redaction === null ? undefined : "key"}>
          {redaction === null ? "not redacted" : "redacted"}
        </Tag>
        {day !== "" && <span className="viewer-day">exported {day}</span>}
      </Button>
      <AboutFile open={isOpen} onClose={() => setOpen(false)} facts={facts} />
    </section>
  );
}

function CardOfRun() {
  const timeline = useRun((run) => run.timeline);
  useThrottledVersion();
  return timeline.exchanges.some(isDiscovery) && <CardButton />;
}
