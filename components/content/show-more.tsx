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

export function ShowMore<Value>({
  items: of,
  renderList: list,
  renderItem: each,
}: ShowMoreProps<Value>) {
  const [count, setCount] = useState(PAGE_SIZE);
  const rest = of.length - count;
  return (
    <>
      {list(of.slice(0, count).map(each))}
      {rest > 0 && (
        <Button size={24} onClick={() => setCount(count + PAGE_SIZE)}>
          {formatCount(rest)} more
        </Button>
      )}
    </>
  );
}
