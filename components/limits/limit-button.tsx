"use client";
// The way from a place where a limit was reached to where it is set.
import type { Item } from "../../lib/dialects/item.ts";
import { isLimitName, LIMITS } from "../../lib/wire/limits.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";

/** In a row of the timeline, and beside what the inspector says of it. */
export function LimitMark({ item: { entry } }: { item: Item }) {
  const { screen } = useAppContext();
  const limit = entry.kind === "error" ? (entry.limit ?? "") : "";
  if (!isLimitName(limit)) return null;
  return (
    <button
      type="button"
      data-hue="accent"
      className="ui-tag entry-note"
      title={`Set “${LIMITS[limit].title}”`}
      onClick={(event) => {
        event.stopPropagation();
        screen.openLimits(limit);
      }}
      // The row's own keys would open it, or go to the next one.
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      }}
    >
      Change the limit
    </button>
  );
}

/** Where a banner says that it was reached; nothing where it was not. */
export function LimitButton({ limit = "" }: { limit?: string | undefined }) {
  const { screen } = useAppContext();
  if (!isLimitName(limit)) return null;
  return (
    <Button size={24} onClick={() => screen.openLimits(limit)}>
      Change the limit
    </Button>
  );
}
