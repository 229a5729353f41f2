// List of facts: names with their values.

import { boundText, MAX_TEXT_LENGTH } from "./bounded-text.ts";
import { cx } from "./cx.ts";

export type Facts = [name: string, value: string][];

/** `dense` beside other content. */
export function FactList({ facts, dense = false }: { facts: Facts; dense?: boolean }) {
  return (
    <dl className={cx("flex-none", dense ? "py-0.5 text-[12px]" : "px-3 py-2.5 text-12/5")}>
      {facts.map(([name, value], i) => (
        <div
          key={`${String(i)} ${name}`}
          className={cx("grid grid-cols-[110px_minmax(0,1fr)] gap-3", dense ? "py-px" : "py-[3px]")}
        >
          <dt className="text-fg-3">{boundText(name)}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {boundText(value, MAX_TEXT_LENGTH)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
