"use client";
// Header of the inspector: the row's kind, title, actions and facts as of the playhead.
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import { createRow } from "../../lib/dialects/rows.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { getFrameCopyText } from "../../lib/timeline/timeline-queries.ts";
import { readWhenLoaded } from "../../lib/wire/text-source.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { getRowMeta } from "../labels/item-kind-meta.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { getNotEditableReason } from "../request/editable-request.ts";
import { useServerFeatures } from "../server-features.ts";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { createRowFacts, type RowFact } from "./row-facts.ts";

interface InspectorHeadProps {
  interpretation: Interpretation;
  item: Item;
  playhead: number;
}

const TITLE = "flex-1 truncate text-14 font-semibold text-fg-1";
const FACT = "text-12/4 font-medium wrap-anywhere";
/** Longer values have a line of their own. */
const MAX_CELL_LENGTH = 14;
const FACT_GRID =
  "grid min-w-0 flex-1 grid-flow-row-dense grid-cols-[repeat(auto-fill,minmax(70px,1fr))] gap-x-4 gap-y-1.5";
const FACT_LINE = "min-w-0 flex-1 truncate text-12/5";

export function InspectorHead({ interpretation, item, playhead }: InspectorHeadProps) {
  const formatter = useEventFormatter(interpretation.timeline);
  const features = useServerFeatures();
  const row = createRow(interpretation, item, playhead);
  const meta = getRowMeta(interpretation, item, playhead);
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 pt-2 pb-1.5">
      <div className="-mr-1.5 flex min-h-7 min-w-0 items-center gap-2" data-hue={meta.hue}>
        <Icon name={meta.icon} size={16} className="text-hue" />
        <span className="sr-only">{meta.label}</span>
        <h2
          className={cx(TITLE, row.isLiteral ? "mono" : "tracking-[-0.02em]")}
          dir="auto"
          title={boundText(row.title)}
        >
          {boundText(row.title)}
        </h2>
        {row.isFuture && <Tag>after the playhead</Tag>}
        <ResendButton interpretation={interpretation} item={item} />
        {features && (
          <IconButton
            icon="remark"
            label="Note on this event"
            keys="N"
            iconSize={14}
            onClick={() => emitUiEvent("write-note")}
          />
        )}
        <CopyButton
          text={() => readWhenLoaded(() => getContentText(interpretation, item, playhead))}
          what="content"
        />
        <SizeButton />
      </div>
      <RowFacts facts={createRowFacts(interpretation, item, playhead, formatter.time)} />
    </header>
  );
}

/** On phones the inspector has the whole screen. */
function SizeButton() {
  const isMaximized = useLayout(({ isInspectorMaximized }) => isInspectorMaximized);
  const toggle = useLayout(({ toggleInspectorSize }) => toggleInspectorSize);
  return (
    <IconButton
      icon={isMaximized ? "restore" : "maximize"}
      label={isMaximized ? "Restore inspector" : "Maximize inspector"}
      keys="shift+I"
      iconSize={14}
      className="max-phone:hidden"
      onClick={toggle}
    />
  );
}

/** A grid of facts, or one line of them; the button remains at its place. */
function RowFacts({ facts }: { facts: readonly RowFact[] }) {
  const isFolded = useLayout(({ foldsFacts }) => foldsFacts);
  const toggle = useLayout(({ toggleFacts }) => toggleFacts);
  return (
    <div className="-mr-1.5 flex items-start gap-1">
      <dl className={isFolded ? FACT_LINE : FACT_GRID}>
        {facts.map(({ name, value, isLiteral, hue, title = value }) => (
          <div
            key={name}
            className={
              isFolded
                ? "mr-3 inline"
                : cx("min-w-0", value.length > MAX_CELL_LENGTH && "col-span-full")
            }
          >
            <dt className={cx("text-fg-3", isFolded ? "mr-1 inline" : "text-11")}>{name}</dt>
            <dd
              className={cx(
                isFolded ? "inline font-medium" : FACT,
                isLiteral && "mono",
                hue && "text-hue",
              )}
              data-hue={hue}
              title={boundText(title)}
            >
              {boundText(value)}
            </dd>
          </div>
        ))}
      </dl>
      <IconButton
        icon={isFolded ? "chevron-right" : "chevron-down"}
        label={isFolded ? "Show all facts" : "Fold facts to one line"}
        size={24}
        iconSize={14}
        className="-my-0.5"
        onClick={toggle}
      />
    </div>
  );
}

/** Button on request rows that opens the request in the editor. */
function ResendButton({
  interpretation,
  item,
}: Pick<InspectorHeadProps, "interpretation" | "item">) {
  const { actions } = useAppContext();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const { entry } = item;
  const isRequest =
    (entry.kind === "message" && entry.message.via === "request") ||
    (entry.kind === "http" && entry.httpKind === "request");
  const record = interpretation.timeline.exchanges[entry.exchange]?.open.record;
  if (!isConnected || !isRequest || !record || getNotEditableReason(record) !== null) return null;
  return (
    <IconButton
      icon="resend"
      label="Edit and resend"
      keys="e"
      iconSize={14}
      onClick={() => actions.editAndResend(record.x)}
    />
  );
}

/** The exact text of a row; if it has none, its frame as received. */
function getContentText(interpretation: Interpretation, item: Item, n: number): string {
  const text = getItemTextAt(interpretation, item, n);
  if (text !== "") return text;
  const last = item.events.lastAt(n);
  if (last !== null && last >= 0) return getFrameCopyText(interpretation.timeline, last);
  return createRow(interpretation, item, n).title;
}
