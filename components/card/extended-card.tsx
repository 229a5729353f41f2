"use client";
// Card section: fetches the extended card on request and shows how it differs from this one.
import { useMemo, useState } from "react";
import { parseJsonSource } from "../../lib/json/json-source.ts";
import { type CardChange, compareCards } from "../../lib/protocol/card/compare-cards.ts";
import { findNewestExtendedLookup, getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getErrorAt } from "../../lib/timeline/timeline-queries.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { WELL } from "../ui/shared-classes.ts";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import {
  CARD_LIST,
  CARD_LIST_ITEM,
  CARD_REMARK,
  CardSection,
  useFirstItems,
} from "./card-fact-grid.tsx";
import type { ShownCard } from "./use-card.ts";

export function ExtendedCard({ card }: { card: ShownCard }) {
  const { agent } = useAppContext();
  const openDialog = useOpenDialog();
  const seen = useThrottledVersion();
  const isConnected = useAgent((state) => state.endpoint !== null);
  const [isSending, setSending] = useState(false);
  const own = card.fetched?.exchange ?? null;
  const result = useMemo(() => findExtendedCardResult(seen.timeline, own), [seen, own]);
  if (!isConnected || !card.fetched) return null;
  const isOffered = card.profile?.extendedCard === true;
  const fetchCard = async () => {
    setSending(true);
    await agent.send({ operation: "extended-card" });
    setSending(false);
  };
  const isWaiting = isSending || result?.kind === "waiting";
  return (
    <CardSection
      title="Extended card"
      note={isOffered ? "for authenticated clients" : "the card does not declare one"}
    >
      {result?.kind === "refused" && (
        <Banner
          severity="warning"
          who={result.status === 401 || result.status === 403 ? "HTTP" : "Agent"}
          title="No extended card"
          remedy={
            result.status === 401 || result.status === 403
              ? "Add credentials, then fetch again."
              : undefined
          }
          actions={
            (result.status === 401 || result.status === 403) && (
              <Button size={24} icon="key" onClick={() => openDialog("credentials")}>
                Add credentials
              </Button>
            )
          }
        >
          {result.why}
        </Banner>
      )}
      {result?.kind === "card" && (
        <CardChanges before={card.review.source.value} after={result.value} />
      )}
      <Button
        variant="outline"
        size={24}
        className="justify-self-start"
        disabled={isWaiting}
        onClick={() => void fetchCard()}
      >
        {isWaiting && <Spinner size={14} />}
        {result ? "Fetch again" : "Fetch and compare"}
      </Button>
    </CardSection>
  );
}

const CHANGE_LABELS = { added: "added", removed: "removed", changed: "changed" } as const;
const CHANGE_HUES = { added: "ok", removed: "error", changed: "warning" } as const;

function CardChanges({ before, after }: { before: unknown; after: unknown }) {
  const changes = useMemo(() => compareCards(before, after), [before, after]);
  const [shownChanges, more] = useFirstItems(changes, "changes");
  if (changes.length === 0) {
    return <p className={CARD_REMARK}>The extended card is identical to this card.</p>;
  }
  return (
    <ul className={CARD_LIST} aria-label="Differences in the extended card">
      {shownChanges.map((change) => (
        <li key={`${change.kind} ${change.path}`} className={CARD_LIST_ITEM}>
          <p className="flex items-baseline gap-2 text-fg-1">
            <Tag hue={CHANGE_HUES[change.kind]}>{CHANGE_LABELS[change.kind]}</Tag>
            <code className="wrap-anywhere">{boundText(change.path || "entire card")}</code>
          </p>
          <ChangedValues change={change} />
        </li>
      ))}
      {more && <li className={CARD_LIST_ITEM}>{more}</li>}
    </ul>
  );
}

function ChangedValues({ change: { before, after } }: { change: CardChange }) {
  return (
    <div className={cx(WELL, "grid max-h-45 overflow-auto")}>
      {before !== undefined && (
        <del className="text-error no-underline before:content-['−_']">{formatValue(before)}</del>
      )}
      {after !== undefined && (
        <ins className="text-ok no-underline before:content-['+_']">{formatValue(after)}</ins>
      )}
    </div>
  );
}

const MAX_LENGTH = 2000;

function formatValue(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return boundText(text, MAX_LENGTH);
}

type ExtendedCardResult =
  | { readonly kind: "waiting" }
  | { readonly kind: "card"; readonly value: unknown }
  | { readonly kind: "refused"; readonly status: number | null; readonly why: string };

function findExtendedCardResult(
  timeline: Timeline,
  own: Exchange | null,
): ExtendedCardResult | null {
  const exchange = findNewestExtendedLookup(timeline, own);
  if (!exchange) return null;
  const found = getExchangeCard(timeline, exchange);
  if (found) return { kind: "card", value: findCard(parseJsonSource(found.text).value) };
  if (!exchange.end) return { kind: "waiting" };
  const status = exchange.head?.record.status ?? null;
  const reason = findError(timeline, exchange) ?? exchange.end.record.error?.message;
  const http =
    status === null ? "The agent did not respond." : `The agent responded with HTTP ${status}.`;
  return { kind: "refused", status, why: reason ? `${http} ${reason}` : http };
}

/** Unwraps the JSON-RPC envelope, if there is one. */
function findCard(value: unknown): unknown {
  const isEnvelope = typeof value === "object" && value !== null && "result" in value;
  return isEnvelope ? value.result : value;
}

function findError(timeline: Timeline, { errors }: Exchange): string | null {
  const entry = timeline.entries[errors.count === 0 ? -1 : timeline.events.entry.at(errors.last)];
  if (entry?.kind !== "error") return null;
  return getErrorAt(entry, timeline.lastEvent)?.message || entry.title;
}
