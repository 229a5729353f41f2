// List of the URLs that were tried for the card, in order, with each response.
import type { CardAttempt } from "../../lib/api/api-types.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatDuration } from "../ui/format.ts";

export type ListedCardAttempt = Pick<
  CardAttempt,
  "url" | "status" | "contentType" | "bytes" | "ms"
> & {
  /** A short remark, if it says more than the status. */
  readonly note?: string;
  readonly isTaken?: boolean;
};

export function CardAttemptList({ tried }: { tried: readonly ListedCardAttempt[] }) {
  return (
    <ol className="mt-1 grid text-11/4.5" aria-label="Card lookups">
      {tried.map(({ url, status, contentType, bytes, ms, note, isTaken }, i) => (
        <li
          key={`${url} ${String(i)}`}
          className={cx(
            "flex flex-wrap justify-between gap-x-3",
            isTaken && "font-medium text-fg-1",
          )}
        >
          <span className="mono wrap-anywhere">{boundText(getUrlPath(url))}</span>
          <span className={isTaken ? "text-ok" : "text-fg-3"}>
            {[
              status === null ? "no response" : `HTTP ${status}`,
              ...(contentType === null ? [] : [contentType.replace(/;.*/, "")]),
              ...(status === null ? [] : [formatBytes(bytes)]),
              ...(Number.isNaN(ms) ? [] : [formatDuration(ms)]),
              ...(note === undefined ? [] : [note]),
            ].join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  );
}

function getUrlPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
