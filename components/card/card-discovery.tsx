"use client";
// How the card was found: every URL in the order it was tried, and which one was used.
import { useMemo } from "react";
import { getCardCandidates } from "../../lib/protocol/card/candidates.ts";
import { type FetchedCard, findCardLookups } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { getHeaderValue } from "../../lib/wire/headers.ts";
import { useAgent, useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatQuantity } from "../ui/format.ts";
import { CardAttemptList, type ListedCardAttempt } from "./card-attempt-list.tsx";
import { CardSection } from "./card-fact-grid.tsx";

export function CardDiscovery({ fetched }: { fetched: FetchedCard }) {
  const timeline = useRun((run) => run.timeline);
  const address = useAgent(({ phase }) => (phase.kind === "connected" ? phase.address : null));
  const tried = useMemo(
    () => findCardLookups(timeline, fetched).map((exchange) => toCandidate(exchange, fetched)),
    [timeline, fetched],
  );
  const untried = useMemo(() => {
    const candidates = address === null ? null : getCardCandidates(address);
    if (!candidates || "error" in candidates) return [];
    return candidates.urls.filter((url) => !tried.some((one) => one.url === url));
  }, [address, tried]);
  return (
    <CardSection title="Discovery" note="the first response that is an agent card is used">
      <CardAttemptList tried={tried} />
      {untried.length > 0 && (
        <details className="text-11/5 text-fg-3">
          <summary>{formatQuantity(untried.length, "more URL")} not tried</summary>
          <ul className="mono wrap-anywhere">
            {untried.map((url) => (
              <li key={url}>{boundText(url)}</li>
            ))}
          </ul>
        </details>
      )}
    </CardSection>
  );
}

function toCandidate(exchange: Exchange, { exchange: found }: FetchedCard): ListedCardAttempt {
  const { open, head, end, body } = exchange;
  const isTaken = exchange === found;
  const isOk = head !== null && head.record.status >= 200 && head.record.status < 300;
  const failure = end?.record.error?.message;
  return {
    url: open.record.url,
    status: head?.record.status ?? null,
    contentType: head && getHeaderValue(head.record.headers, "content-type"),
    bytes: body.bytes,
    ms: (end?.time ?? Number.NaN) - open.time,
    isTaken,
    ...(isTaken && { note: "agent card, used" }),
    ...(!isTaken && isOk && { note: "not an agent card" }),
    ...(failure !== undefined && { note: failure }),
  };
}
