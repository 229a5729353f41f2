/** How each kind of row looks: its word, its glyph, its hue. */
import type { ItemKind } from "../../lib/dialects/kinds.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface KindLook {
  readonly word: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const KIND_LOOKS: Readonly<Record<ItemKind, KindLook>> = {
  message: { word: "Message", icon: "message", hue: "message" },
  state: { word: "State", icon: "state", hue: "state" },
  plan: { word: "Plan", icon: "plan", hue: "plan" },
  tool: { word: "Tool", icon: "tool", hue: "tool" },
  result: { word: "Result", icon: "result", hue: "result" },
  thought: { word: "Thought", icon: "thought", hue: "message" },
  artifact: { word: "Artifact", icon: "artifact", hue: "artifact" },
  error: { word: "Error", icon: "error", hue: "error" },
  http: { word: "HTTP", icon: "http", hue: "other" },
  other: { word: "Other", icon: "other", hue: "other" },
};
