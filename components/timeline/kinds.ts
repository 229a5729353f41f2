/** How each kind of entry looks: its word, its glyph, its hue. */
import type { EntryKind } from "../../lib/timeline/timeline.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface KindLook {
  readonly word: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const KIND_LOOKS: Readonly<Record<EntryKind, KindLook>> = {
  message: { word: "Message", icon: "message", hue: "message" },
  state: { word: "State", icon: "state", hue: "state" },
  artifact: { word: "Artifact", icon: "artifact", hue: "artifact" },
  error: { word: "Error", icon: "error", hue: "error" },
  http: { word: "HTTP", icon: "http", hue: "other" },
  other: { word: "Other", icon: "other", hue: "other" },
};
