"use client";
// Building blocks of the card page: sections, facts in a grid or in rows, and lists that show their
// first items. Agents can send lists of any length.
import { type ReactNode, useState } from "react";
import { boundNode, boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";

/** The look of a list whose items are divided by lines. */
export const CARD_LIST = "grid border-t border-line-2 text-12";
export const CARD_LIST_ITEM = "relative grid gap-1 border-b border-line-1 py-2 text-fg-2";

/** A remark in a section. */
export const CARD_REMARK = "text-12/5 text-fg-2";

interface CardFact {
  readonly name: string;
  readonly value: ReactNode;
  readonly mono?: boolean;
}

const FACT =
  "min-w-0 border-l border-line-2 px-3 py-2.25 first:border-l-0 @max-[521px]/facts:odd:border-l-0 @max-[521px]/facts:nth-[n+3]:border-t @max-[521px]/facts:last:odd:col-span-full";

export function CardFactGrid({ facts }: { facts: readonly CardFact[] }) {
  return (
    <div className="@container/facts">
      <dl className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-3 inset-ring inset-ring-line-2 @max-[521px]/facts:grid-flow-row @max-[521px]/facts:grid-cols-2 forced-colors:border">
        {facts.map(({ name, value, mono }) => (
          <div key={name} className={FACT}>
            <dt className="text-11/4.5 text-fg-3">{boundText(name)}</dt>
            <dd
              className={cx(
                "flex min-h-4.5 items-center gap-1.5 text-12 font-medium wrap-anywhere",
                mono && "mono",
              )}
            >
              {boundNode(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface CardFactRow {
  readonly name: string;
  readonly value: ReactNode;
  readonly monoName?: boolean;
}

/** Facts one below the other, with their names in a column. */
export function CardFactRows({ facts }: { facts: readonly CardFactRow[] }) {
  return (
    <dl className="grid text-12/5">
      {facts.map(({ name, value, monoName }) => (
        <div
          key={name}
          className="grid min-h-7 grid-cols-[120px_minmax(0,1fr)] items-center @max-[560px]/card:grid-cols-[96px_minmax(0,1fr)]"
        >
          <dt className={cx("text-fg-3", monoName && "mono")}>{boundText(name)}</dt>
          <dd className="flex items-center gap-1">{boundNode(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function YesNo({ is }: { is: boolean | null }) {
  if (is === null) return <span className="font-normal text-fg-3">not declared</span>;
  return (
    <>
      <Icon name={is ? "check" : "close"} size={14} className={is ? "text-ok" : "text-fg-3"} />
      {is ? "Yes" : "No"}
    </>
  );
}

/** A line in smaller letters below another. */
export function SecondLine({ mono, children }: { mono?: boolean; children: ReactNode }) {
  return (
    <span className={cx("block text-11 text-fg-3 wrap-anywhere", mono ? "mono" : "font-ui")}>
      {children}
    </span>
  );
}

interface CardSectionProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

export function CardSection({ title, note, children }: CardSectionProps) {
  return (
    <section className="grid grid-cols-1 gap-2" aria-label={title}>
      <h2 className="text-12 font-semibold">
        {title}
        {note !== undefined && (
          <span className="ml-2 font-normal text-fg-3">{boundNode(note)}</span>
        )}
      </h2>
      {children}
    </section>
  );
}

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
    <Button
      size={24}
      icon="chevron-down"
      className="justify-self-start"
      onClick={() => setLimit(count + PAGE_SIZE)}
    >
      {left > PAGE_SIZE
        ? `Show ${PAGE_SIZE} more of ${formatCount(left)} ${what}`
        : `Show ${left} more`}
    </Button>
  );
  return [list.slice(0, count), more];
}
