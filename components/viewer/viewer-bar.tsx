"use client";
// Top bar of an exported HTML file: run, metadata, save button, palette and theme.
import { useState } from "react";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { useAppContext } from "../app-context.tsx";
import { BAR_LABEL, Bar, BRAND, Brand, HIDDEN_ON_PHONES } from "../connect/bar.tsx";
import { CardButton, PaletteAndTheme } from "../connect/bar-buttons.tsx";
import NegotiatedVersion from "../connect/negotiated-version.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { AboutFile, formatDay } from "./about-file.tsx";
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
