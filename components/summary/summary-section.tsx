"use client";
// A section of the summary, and a line of it that leads to a row.
import type { ReactNode } from "react";
import { boundNode, boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";

interface SummarySectionProps {
  title: string;
  /** Name of the region, if another one has the title. */
  label?: string;
  /** Beside the title: an amount, or a state. */
  aside?: ReactNode;
  /** Opens the row that the section is about. */
  onOpen?: () => void;
  children?: ReactNode;
}

const HEADING = "text-12/5 font-semibold text-fg-1";
const LINK = "rounded-2 hover:bg-bg-3 hover:text-fg-1";

export function SummarySection(props: SummarySectionProps) {
  const { title, label = title, aside, onOpen, children } = props;
  return (
    <section aria-label={label} className="border-t border-line-1 px-3 py-2">
      <header className="flex min-h-6 items-center justify-between gap-3">
        <h3 className={HEADING}>
          {onOpen ? (
            <button
              type="button"
              className={cx(LINK, "-ml-1.5 inline-flex min-h-6 items-center gap-1 px-1.5")}
              onClick={onOpen}
            >
              {title}
              <Icon name="chevron-right" size={12} className="text-fg-3" />
              <span className="sr-only">Open its row</span>
            </button>
          ) : (
            title
          )}
        </h3>
        {aside && <span className="min-w-0 truncate text-12/5 text-fg-3">{boundNode(aside)}</span>}
      </header>
      {children}
    </section>
  );
}

/** The icon of what has not ended. */
export const IN_PROGRESS = { icon: "running", hue: "accent" } as const;

interface SummaryLineProps {
  /** `running` is a spinner. */
  icon: IconName | "running";
  /** The color of the icon. */
  hue?: Hue | undefined;
  /** What the color says, for screen readers. */
  status?: string;
  aside?: ReactNode;
  /** A second line, in the color. */
  detail?: string;
  onOpen: () => void;
  children: ReactNode;
}

export function SummaryLine(props: SummaryLineProps) {
  const { icon, hue, status, aside, detail = "", onOpen, children } = props;
  return (
    <button
      type="button"
      data-part="summary-line"
      data-hue={hue}
      className={cx(
        LINK,
        "-mx-1.5 flex min-h-6.5 w-[calc(100%+12px)] items-start gap-2 px-1.5 py-0.75 text-left text-12/5 text-fg-2 pointer-coarse:min-h-11",
      )}
      onClick={onOpen}
    >
      <span className={cx("mt-0.75 grid flex-none", hue ? "text-hue" : "text-fg-3")}>
        {icon === "running" ? <Spinner size={14} /> : <Icon name={icon} size={14} />}
      </span>
      <span className="min-w-0 flex-1">
        {status && <span className="sr-only">{status}: </span>}
        <span className="block truncate" dir="auto">
          {boundNode(children)}
        </span>
        {detail !== "" && (
          <span className={cx("line-clamp-2 wrap-anywhere", hue && "text-hue")} dir="auto">
            {boundText(detail)}
          </span>
        )}
      </span>
      {aside && <span className="flex-none text-fg-3 tabular-nums">{boundNode(aside)}</span>}
    </button>
  );
}
