"use client";
// The beginning of a list, and the rest of it when asked for.
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

const AT_ONCE = 100;

export interface MostProps<Value> {
  of: readonly Value[];
  /** What encloses the items, and what each is. */
  list: (items: ReactNode) => ReactNode;
  each: (value: Value, index: number) => ReactNode;
}

export function Most<Value>({ of, list, each }: MostProps<Value>) {
  const [count, setCount] = useState(AT_ONCE);
  const rest = of.length - count;
  return (
    <>
      {list(of.slice(0, count).map(each))}
      {rest > 0 && (
        <Button size={24} onClick={() => setCount(count + AT_ONCE)}>
          {formatCount(rest)} more
        </Button>
      )}
    </>
  );
}
