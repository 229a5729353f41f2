/** Label, icon and hue of each row kind. */
import type { ItemKind } from "../../lib/dialects/kinds.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface ItemKindMeta {
  readonly label: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const ITEM_KIND_META: Readonly<Record<ItemKind, ItemKindMeta>> = {
  message: { label: "Message", icon: "message", hue: "message" },
  state: { label: "State", icon: "state", hue: "state" },
  plan: { label: "Plan", icon: "plan", hue: "plan" },
  tool: { label: "Tool", icon: "tool", hue: "tool" },
  result: { label: "Result", icon: "result", hue: "result" },
  thought: { label: "Thought", icon: "thought", hue: "message" },
  artifact: { label: "Artifact", icon: "artifact", hue: "artifact" },
  error: { label: "Error", icon: "error", hue: "error" },
  http: { label: "HTTP", icon: "http", hue: "other" },
  other: { label: "Other", icon: "other", hue: "other" },
};
