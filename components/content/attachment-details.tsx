"use client";
// An attachment without a view of its own: its JSON, collapsed by default.
import { useMemo, useState } from "react";
import type { Attachment } from "../../lib/dialects/item.ts";
import { EXTENSION_URI, getExtensionTitle } from "../../lib/dialects/payloads/extension-title.ts";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { CopyButton } from "../ui/copy.tsx";
import { truncateText } from "./agent-text.tsx";
import type { InspectedItem } from "./inspected-item.ts";
import { formatReason } from "./reason-text.ts";
import { ShowMore } from "./show-more.tsx";
import { ValueView } from "./value-view.tsx";

/** All other attachments of a row, below its content. */
export function ExtraAttachments({
  inspected: { interpretation, item, playhead },
}: {
  inspected: InspectedItem;
}) {
  const attachments = item.attachmentsAt(playhead).filter(({ meaning }) => meaning === "details");
  if (attachments.length === 0) return null;
  return (
    <section
      className="max-h-[45%] flex-none space-y-1 overflow-auto border-t border-line-1 px-4 py-2.5"
      aria-label="Also sent"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <ShowMore
        items={attachments}
        renderList={(items) => items}
        renderItem={(attachment) => (
          <AttachmentDetails
            key={`${attachment.firstEvent} ${attachment.key}`}
            attachment={attachment}
            reason={formatReason(interpretation, attachment)}
          />
        )}
      />
    </section>
  );
}

export const DETAILS = "*:not-first:mt-1";
export const DETAILS_SUMMARY =
  "w-fit max-w-full cursor-pointer text-12/5 font-medium wrap-anywhere text-fg-2";
const KEY_LINE = "flex flex-wrap items-center gap-x-3 gap-y-0.5 text-12/5 wrap-anywhere";

export function AttachmentDetails({
  attachment,
  reason,
}: {
  attachment: Attachment;
  reason: string;
}) {
  const { key, value } = attachment;
  const [isOpen, setOpen] = useState(false);
  const shown = useMemo(() => maskSecrets(value, [key]), [key, value]);
  const isUri = EXTENSION_URI.test(key);
  const title = truncateText(isUri ? getExtensionTitle(key) : key, 120);
  if (typeof shown !== "object" || shown === null) {
    return (
      <p className={KEY_LINE} title={reason}>
        <span className="mono text-fg-3">{title}</span>
        <span className="mono" dir="auto">
          {truncateText(String(shown))}
        </span>
      </p>
    );
  }
  return (
    <details
      className={DETAILS}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={DETAILS_SUMMARY} title={reason}>
        {title}
      </summary>
      {isOpen && (
        <>
          <p className={KEY_LINE}>
            <span className="mono text-fg-3">{truncateText(key)}</span>
            <CopyButton text={key} what="the key" size={24} />
          </p>
          <p className="text-11/5 wrap-anywhere text-fg-3">{reason}</p>
          <ValueView label={title} value={shown} />
        </>
      )}
    </details>
  );
}
