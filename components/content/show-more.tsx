"use client";
// The beginning of a list, and the rest of it when asked for.
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

const PAGE_SIZE = 100;

export interface ShowMoreProps<Value> {
  items: readonly Value[];
  /** What encloses the items, and what each is. */
  renderList: (items: ReactNode) => ReactNode;
  renderItem: (value: Value, index: number) => ReactNode;
}

export function ShowMore<Value>({ items, renderList, renderItem }: ShowMoreProps<Value>) {
  const [count, setCount] = useState(PAGE_SIZE);
  const rest = items.length - count;
  return (
    <>
      {renderList(items.slice(0, count).map(renderItem))}
      {rest > 0 && (
        <Button size={24} onClick={() => setCount(count + PAGE_SIZE)}>
          {formatCount(rest)} more
        </Button>
      )}
    </>
  );
}
