"use client";
// The beginning of a list that an agent may make as long as it likes, and the rest on request.
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

const PAGE_SIZE = 100;

/** What is shown of a list, at least so many, and the button for more; `null` where that is all. */
export function useFirstItems<T>(
  list: readonly T[],
  what: string,
  least = 0,
): readonly [shown: readonly T[], more: ReactNode] {
  const [asked, setAsked] = useState(PAGE_SIZE);
  const count = Math.max(asked, least);
  const left = list.length - count;
  if (left <= 0) return [list, null];
  const more = (
    <Button size={24} icon="chevron-down" onClick={() => setAsked(count + PAGE_SIZE)}>
      {left > PAGE_SIZE
        ? `Show ${PAGE_SIZE} more of ${formatCount(left)} ${what}`
        : `Show ${left} more`}
    </Button>
  );
  return [list.slice(0, count), more];
}
