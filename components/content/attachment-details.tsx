"use client";
// Something said under a key that has no view of its own: its JSON, opened when it is asked for.
import { useMemo, useState } from "react";
import type { Attachment } from "../../lib/dialects/item.ts";
import { EXTENSION_URI, getExtensionTitle } from "../../lib/dialects/payloads/extension-title.ts";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import type { InspectedItem } from "../inspect/use-inspected-item.ts";
import { CopyButton } from "../ui/copy.tsx";
import { formatReason } from "./reason-text.ts";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";
import { ValueView } from "./value-view.tsx";

/** Whatever else is said with a row, after all of its content. */
export function ExtraAttachments({
  inspected: { interpretation, item, playhead },
}: {
  inspected: InspectedItem;
}) {
  const told = item.attachmentsAt(playhead).filter(({ meaning }) => meaning === "details");
  if (told.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="said said-more" aria-label="Also said" tabIndex={0}>
      <ShowMore
        items={told}
        renderList={(items) => items}
        renderItem={(attachment) => (
          <AttachmentDetails
            key={`${attachment.firstEvent} ${attachment.key}`}
            attachment={attachment}
            ground={formatReason(interpretation, attachment)}
          />
        )}
      />
    </section>
  );
}

export function AttachmentDetails({
  attachment,
  ground,
}: {
  attachment: Attachment;
  ground: string;
}) {
  const { key, value } = attachment;
  const [isOpen, setOpen] = useState(false);
  const shown = useMemo(() => maskSecrets(value, [key]), [key, value]);
  const isUri = EXTENSION_URI.test(key);
  const title = truncateText(isUri ? getExtensionTitle(key) : key, 120);
  if (typeof shown !== "object" || shown === null) {
    return (
      <p className="said-scalar" title={ground}>
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
      <summary title={ground}>{title}</summary>
      {isOpen && (
        <>
          <p className="said-scalar">
            <span className="mono text-fg-3">{truncateText(key)}</span>
            <CopyButton text={key} what="the key" size={24} />
          </p>
          <p className="beside-why">{ground}</p>
          <ValueView label={title} value={shown} />
        </>
      )}
    </details>
  );
}
