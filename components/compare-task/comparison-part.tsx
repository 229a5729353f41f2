// Part of a comparison: its header with facts, its content, and the tag with a delivery status.
import type { ReactNode } from "react";
import type { DeliveryStatus } from "../../lib/timeline/compare-stored-task.ts";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { DELIVERY_LABELS } from "./comparison-summary.ts";

const DELIVERY_META: Readonly<Record<DeliveryStatus, { hue: Hue; icon: IconName }>> = {
  complete: { hue: "ok", icon: "check" },
  recovered: { hue: "accent", icon: "recovered" },
  lost: { hue: "error", icon: "warning" },
  only: { hue: "warning", icon: "note" },
};

interface ComparisonPartProps {
  /** Accessible name, if it is not the title. */
  label?: string;
  title: string;
  /** The title is an exact text of the agent. */
  mono?: boolean;
  /** Stands beside the title. */
  facts: ReactNode;
  children?: ReactNode;
}

export function ComparisonPart(props: ComparisonPartProps) {
  const { title, label = title, mono = false, facts, children } = props;
  return (
    <section className="border-t border-line-1 py-2 text-12" aria-label={label}>
      <header className="flex min-h-6 flex-wrap items-center gap-2 text-fg-3">
        <h3 className={cx("font-semibold wrap-anywhere text-fg-1", mono && "mono")}>{title}</h3>
        {facts}
      </header>
      {children}
    </section>
  );
}

export function DeliveryTag({ verdict }: { verdict: DeliveryStatus }) {
  return (
    <Tag
      className="justify-self-start"
      hue={DELIVERY_META[verdict].hue}
      icon={DELIVERY_META[verdict].icon}
    >
      {DELIVERY_LABELS[verdict]}
    </Tag>
  );
}
