"use client";
// A list that shows its first items, and more on request.
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

const PAGE_SIZE = 100;

interface ShowMoreProps<Value> {
  items: readonly Value[];
  /** Render the container and each item. */
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
