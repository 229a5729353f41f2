// Color, icon and label of each severity of a card problem.
import type { CardSeverity } from "../../lib/lint/cards/lint-card.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export const CARD_SEVERITY_META: Readonly<
  Record<CardSeverity, { readonly hue: Hue; readonly icon: IconName; readonly word: string }>
> = {
  error: { hue: "error", icon: "error", word: "error" },
  warning: { hue: "warning", icon: "warning", word: "warning" },
  note: { hue: "accent", icon: "note", word: "note" },
};
