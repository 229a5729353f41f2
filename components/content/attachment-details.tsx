"use client";
// An attachment without a view of its own: its JSON, collapsed by default.
import { useMemo, useState } from "react";
import type { Attachment } from "../../lib/dialects/item.ts";
import { EXTENSION_URI, getExtensionTitle } from "../../lib/dialects/payloads/extension-title.ts";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { CopyButton } from "../ui/copy.tsx";
import type { InspectedItem } from "./inspected-item.ts";
import { formatReason } from "./reason-text.ts";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="said said-more" aria-label="Also sent" tabIndex={0}>
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
      <p className="said-scalar" title={reason}>
        <span className="text-fg-3 mono">{title}</span>
        <span className="mono" dir="auto">
          {truncateText(String(shown))}
        </span>
      </p>
    );
  }
  return (
    <details
      className="said-details"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary title={reason}>{title}</summary>
      {isOpen && (
        <>
          <p className="said-scalar">
            <span className="mono text-fg-3">{truncateText(key)}</span>
            <CopyButton text={key} what="the key" size={24} />
          </p>
          <p className="beside-why">{reason}</p>
          <ValueView label={title} value={shown} />
        </>
      )}
    </details>
  );
}
