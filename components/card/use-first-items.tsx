"use client";
// Shows the first items of a list, and more on request. Agents can send lists of any length.
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

const PAGE_SIZE = 100;

/** Returns the shown items, at least `least`, and a button for more, or `null` if all are shown. */
export function useFirstItems<T>(
  list: readonly T[],
  what: string,
  least = 0,
): readonly [shown: readonly T[], more: ReactNode] {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const count = Math.max(limit, least);
  const left = list.length - count;
  if (left <= 0) return [list, null];
  const more = (
    <Button size={24} icon="chevron-down" onClick={() => setLimit(count + PAGE_SIZE)}>
      {left > PAGE_SIZE
        ? `Show ${PAGE_SIZE} more of ${formatCount(left)} ${what}`
        : `Show ${left} more`}
    </Button>
  );
  return [list.slice(0, count), more];
}
