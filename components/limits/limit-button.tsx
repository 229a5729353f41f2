"use client";
// Buttons that open the limit that was reached in the limits dialog.
import { isLimitName, LIMITS } from "../../lib/api/limits.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { useOpenDialog } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TAG_BUTTON, tagClass } from "../ui/tag.tsx";

/** Button in a timeline row and in the inspector. */
export function LimitMark({ item: { entry } }: { item: Item }) {
  const openDialog = useOpenDialog();
  const limit = entry.kind === "error" ? (entry.limit ?? "") : "";
  if (!isLimitName(limit)) return null;
  return (
    <button
      type="button"
      data-part="tag"
      data-hue="accent"
      className={cx(tagClass("accent"), TAG_BUTTON)}
      title={`Change “${LIMITS[limit].title}”`}
      onClick={(event) => {
        event.stopPropagation();
        openDialog("limits", { limit });
      }}
      // Keeps the row from handling these keys.
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      }}
    >
      Change limit
    </button>
  );
}

/** Button in a banner. Renders nothing if no limit was reached. */
export function LimitButton({ limit = "" }: { limit?: string | undefined }) {
  const openDialog = useOpenDialog();
  if (!isLimitName(limit)) return null;
  return (
    <Button size={24} onClick={() => openDialog("limits", { limit })}>
      Change limit
    </Button>
  );
}
