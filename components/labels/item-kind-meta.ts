/** Label, icon and hue of each row kind, and of rows that failed, were refused or wait. */
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { ItemKind } from "../../lib/dialects/kinds.ts";
import type { TaskState } from "../../lib/protocol/model.ts";
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

const FAILED = { icon: "error", hue: "error" } as const;
const WAITING = { icon: "waiting", hue: "warning" } as const;
/** The user's own act. */
const STOPPED: ItemKindMeta = { label: "Stopped", icon: "stop", hue: "other" };
const FAILED_TOOL: ItemKindMeta = { ...ITEM_KIND_META.tool, ...FAILED };
const REFUSED_NOTIFICATION: ItemKindMeta = { ...ITEM_KIND_META.http, ...FAILED };
const FAILED_STATE: ItemKindMeta = { ...ITEM_KIND_META.state, ...FAILED };
const WAITING_STATE: ItemKindMeta = { ...ITEM_KIND_META.state, ...WAITING };

const STATE_META: Readonly<Partial<Record<TaskState, ItemKindMeta>>> = {
  completed: { ...ITEM_KIND_META.state, icon: "ok", hue: "ok" },
  failed: FAILED_STATE,
  canceled: FAILED_STATE,
  rejected: FAILED_STATE,
  "input-required": WAITING_STATE,
  "auth-required": WAITING_STATE,
};

/** The label of a row's kind, with the icon and hue of how it ended as of event `n`. */
export function getRowMeta(
  { timeline, details }: Interpretation,
  item: Item,
  n: number,
): ItemKindMeta {
  const { entry } = item;
  const kind = item.kindAt(Math.max(n, item.firstEvent));
  const detail = details.get(item);
  const isFailedTool =
    detail?.kind === "tool" && detail.call.stateAt(timeline, n) === "failed" && kind === "tool";
  if (isFailedTool) return FAILED_TOOL;
  const own = ITEM_KIND_META[kind];
  if (entry.kind === "http" && entry.httpKind === "stopped") return STOPPED;
  if (entry.kind === "state" && kind === "state") return STATE_META[entry.transition.state] ?? own;
  const isRefused = entry.kind === "http" && entry.httpKind === "notification";
  return isRefused && timeline.exchanges[entry.exchange]?.rejectionReason != null
    ? REFUSED_NOTIFICATION
    : own;
}
