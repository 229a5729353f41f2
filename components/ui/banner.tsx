"use client";
// Banner for an error, warning or note: what happened, who caused it, a remedy, and details on request.
import { type ReactNode, useId, useState } from "react";
import { boundNode, boundText, MAX_TEXT_LENGTH } from "./bounded-text.ts";
import { Button, IconButton } from "./button.tsx";
import { CopyButton } from "./copy.tsx";
import { cx } from "./cx.ts";
import type { Hue } from "./hue.ts";
import { Icon, type IconName } from "./icons.tsx";
import { WELL } from "./shared-classes.ts";
import { Tag } from "./tag.tsx";

type BannerSeverity = "error" | "warning" | "note";

const BANNER_META: Record<BannerSeverity, { hue: Hue; icon: IconName }> = {
  error: { hue: "error", icon: "error" },
  warning: { hue: "warning", icon: "warning" },
  note: { hue: "accent", icon: "note" },
};

interface BannerProps {
  severity: BannerSeverity;
  title: string;
  /** Who caused it: "Network", "Agent", "Loupe". */
  who?: string;
  children?: ReactNode;
  /** One suggestion, one sentence. */
  remedy?: ReactNode;
  /** Details such as the exact response, shown verbatim on request. */
  details?: string;
  detailsLabel?: string;
  actions?: ReactNode;
  onClose?: () => void;
  /** Whether screen readers announce it; by default only errors. */
  live?: boolean;
}

const BANNER =
  "grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 rounded-3 bg-wash px-3 text-12 inset-ring inset-ring-hue/32 forced-colors:border";
const ACTIONS = "-ml-2 flex flex-wrap items-center gap-1 [&>[data-variant=outline]]:ml-2";

export function Banner(props: BannerProps) {
  const { severity, title, who, children, remedy, details, actions, onClose } = props;
  const { detailsLabel = "Exact response", live = severity === "error" } = props;
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const { hue, icon } = BANNER_META[severity];
  // A title and what to do are one line, where it has the room.
  const isLine = !children && !remedy && details === undefined;
  return (
    <section
      className={cx(BANNER, isLine ? "py-1.5" : "py-2.5")}
      data-part="banner"
      data-hue={hue}
      role={live ? "alert" : undefined}
    >
      <Icon name={icon} className={cx("text-hue", isLine ? "mt-1" : "mt-px")} />
      <div
        className={cx("min-w-0", isLine ? "flex flex-wrap items-center gap-x-4" : "grid gap-0.5")}
      >
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 font-semibold">
          <span className="sr-only">{severity}: </span>
          <span className="min-w-0 wrap-anywhere">{boundText(title)}</span>
          {who && <Tag hue={hue}>{who}</Tag>}
        </p>
        {children && <div className="text-fg-2 wrap-anywhere">{boundNode(children)}</div>}
        {remedy && <p className="text-fg-1">{boundNode(remedy)}</p>}
        {(actions || details !== undefined) && (
          <div className={cx(ACTIONS, !isLine && "mt-1.5")}>
            {actions}
            {details !== undefined && (
              <Button
                size={24}
                icon={open ? "chevron-down" : "chevron-right"}
                aria-expanded={open}
                aria-controls={detailsId}
                onClick={() => setOpen(!open)}
              >
                {detailsLabel}
              </Button>
            )}
            {open && details !== undefined && (
              <CopyButton text={details} what={detailsLabel} size={24} />
            )}
          </div>
        )}
        {open && details !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          <pre id={detailsId} tabIndex={0} className={cx(WELL, "mt-1 max-h-60 overflow-auto")}>
            {boundText(details, MAX_TEXT_LENGTH)}
          </pre>
        )}
      </div>
      {onClose && (
        <span className="-mt-1 -mr-1.5">
          <IconButton icon="close" label="Dismiss" size={24} iconSize={14} onClick={onClose} />
        </span>
      )}
    </section>
  );
}
