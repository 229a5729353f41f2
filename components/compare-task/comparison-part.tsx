// Tag with a delivery status.
import type { DeliveryStatus } from "../../lib/timeline/compare-stored-task.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { DELIVERY_LABELS } from "./comparison-summary.ts";

const DELIVERY_META: Readonly<Record<DeliveryStatus, { hue: Hue; icon: IconName }>> = {
  complete: { hue: "ok", icon: "check" },
  recovered: { hue: "accent", icon: "follow" },
  lost: { hue: "error", icon: "warning" },
  only: { hue: "warning", icon: "note" },
};

export function DeliveryTag({ verdict }: { verdict: DeliveryStatus }) {
  return (
    <Tag hue={DELIVERY_META[verdict].hue} icon={DELIVERY_META[verdict].icon}>
      {DELIVERY_LABELS[verdict]}
    </Tag>
  );
}
