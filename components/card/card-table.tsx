// Table of the card page. On a narrow page, its rows are blocks one below the other.
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

const NARROW_BLOCK = "@max-[560px]/card:block @max-[560px]/card:w-auto";

export const CARD_ROW =
  "@max-[560px]/card:border-b @max-[560px]/card:border-line-1 @max-[560px]/card:py-2";

const CELL =
  "relative border-b border-line-1 py-1.75 align-top font-normal @max-[560px]/card:border-0 @max-[560px]/card:py-0";

/** A cell, with the utilities for its width. The last of a row has no space after it. */
export function cellClass(width: string, { isLast = false } = {}): string {
  return cx(CELL, NARROW_BLOCK, width, !isLast && "pr-3 @max-[560px]/card:pr-0");
}

export interface CardColumn {
  readonly name: string;
  /** Only for screen readers. */
  readonly isUnseen?: boolean;
}

interface CardTableProps {
  columns: readonly CardColumn[];
  children: ReactNode;
}

export function CardTable({ columns, children }: CardTableProps) {
  return (
    <table className="w-full border-collapse text-12 @max-[560px]/card:block">
      <thead className="@max-[560px]/card:sr-only">
        <tr>
          {columns.map(({ name, isUnseen }) => (
            <th
              key={name}
              scope="col"
              className="border-b border-line-2 pt-0.5 pr-3 pb-1.5 text-left font-normal whitespace-nowrap text-fg-3"
            >
              {isUnseen ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="@max-[560px]/card:block">{children}</tbody>
    </table>
  );
}
