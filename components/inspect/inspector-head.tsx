"use client";
// Which row is inspected: its kind, its name, and its facts as of the playhead.
import { textOf } from "../../lib/protocol/parts.ts";
import { frameText } from "../../lib/timeline/read.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { rowOf } from "../../lib/timeline/view.ts";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { factsOf } from "./facts.ts";
import { useWhere } from "./where.ts";

export interface InspectorHeadProps {
  timeline: Timeline;
  entry: Entry;
  moment: number;
}

export function InspectorHead({ timeline, entry, moment }: InspectorHeadProps) {
  const where = useWhere(timeline);
  const row = rowOf(timeline, entry, moment);
  const look = KIND_LOOKS[entry.kind];
  return (
    <header className="inspector-head">
      <div className="inspector-name" data-hue={look.hue}>
        <Icon name={look.icon} size={16} />
        <span className="sr-only">{look.word}</span>
        <h2 className={cx("inspector-title", row.literal && "mono")} dir="auto" title={row.title}>
          {row.title}
        </h2>
        {row.future && <Tag>after the playhead</Tag>}
        <CopyButton text={() => contentOf(timeline, entry, moment)} what="its content" />
      </div>
      <dl className="inspector-facts">
        {factsOf(timeline, entry, moment, where.time).map(({ name, value, isLiteral, hue }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd
              className={isLiteral ? "mono" : undefined}
              data-hue={hue}
              title={value}
              tabIndex={isLiteral ? 0 : undefined}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** The exact text of a row that has one; else its frame as it came. */
function contentOf(timeline: Timeline, entry: Entry, n: number): string {
  if (entry.kind === "artifact") return entry.artifact.revisionAt(n)?.textAt(n) ?? "";
  if (entry.kind === "message") return textOf(entry.message.message.parts);
  const last = entry.track.lastAt(n);
  if (last !== null && last >= 0) return frameText(timeline, last);
  return rowOf(timeline, entry, n).title;
}
