// What became of a stored thing here, in a word.
import type { DeliveryStatus } from "../../lib/timeline/compare-stored-task.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { VERDICT_WORDS } from "./summary.ts";

const LOOKS: Readonly<Record<DeliveryStatus, { hue: Hue; icon: IconName }>> = {
  complete: { hue: "ok", icon: "check" },
  recovered: { hue: "accent", icon: "follow" },
  lost: { hue: "error", icon: "warning" },
  only: { hue: "warning", icon: "note" },
};

export function VerdictTag({ verdict }: { verdict: DeliveryStatus }) {
  return (
    <Tag hue={LOOKS[verdict].hue} icon={LOOKS[verdict].icon}>
      {VERDICT_WORDS[verdict]}
    </Tag>
  );
}
