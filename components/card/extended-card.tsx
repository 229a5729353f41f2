"use client";
import { useMemo, useState } from "react";
import { type CardChange, compareCards } from "../../lib/protocol/card/compare-cards.ts";
import { findNewestExtendedLookup, getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
// The card for those who say who they are: fetched when asked for, and what it says otherwise.
import { getErrorAt } from "../../lib/timeline/timeline-queries.ts";
import { parseJsonSource } from "../../lib/wire/json-source.ts";
import { useDesk } from "../command/desk.tsx";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useAgent, useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { Section } from "./facts.tsx";
import type { ShownCard } from "./use-card.ts";
import { useFirst } from "./use-first.tsx";

export function ExtendedCard({ card }: { card: ShownCard }) {
  const { agent, screen } = useDesk();
  const timeline = useRun((run) => run.timeline);
  const version = useSlowVersion();
  const isConnected = useAgent((state) => state.endpoint !== null);
  const [isAsking, setAsking] = useState(false);
  const own = card.fetched?.exchange ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  const answer = useMemo(() => answerIn(timeline, own), [timeline, version, own]);
  if (!isConnected || !card.fetched) return null;
  const isOffered = card.profile?.extendedCard === true;
  const ask = async () => {
    setAsking(true);
    await agent.send({ operation: "extended-card" });
    setAsking(false);
  };
  const isWaiting = isAsking || answer?.kind === "waiting";
  return (
    <Section
      title="Extended card"
      note={isOffered ? "for whoever says who they are" : "the card does not promise one"}
    >
      {answer?.kind === "refused" && (
        <Banner
          severity="warning"
          who={answer.status === 401 || answer.status === 403 ? "HTTP" : "Agent"}
          title="No extended card"
          remedy={
            answer.status === 401 || answer.status === 403
              ? "Give credentials, and ask again."
              : undefined
          }
          actions={
            (answer.status === 401 || answer.status === 403) && (
              <Button size={24} icon="key" onClick={() => screen.openCredentials()}>
                Give credentials
              </Button>
            )
          }
        >
          {answer.why}
        </Banner>
      )}
      {answer?.kind === "card" && (
        <Changes before={card.review.source.value} after={answer.value} />
      )}
      <Button variant="outline" size={24} disabled={isWaiting} onClick={() => void ask()}>
        {isWaiting && <Spinner size={14} />}
        {answer ? "Fetch it again" : "Fetch and compare"}
      </Button>
    </Section>
  );
}

const WORDS = { added: "added", removed: "left out", changed: "changed" } as const;
const HUES = { added: "ok", removed: "error", changed: "warning" } as const;

function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = useMemo(() => compareCards(before, after), [before, after]);
  const [shownChanges, more] = useFirst(changes, "changes");
  if (changes.length === 0) {
    return <p className="card-requirements">It says the same as this card, member by member.</p>;
  }
  return (
    <ul className="card-changes" aria-label="What the extended card says otherwise">
      {shownChanges.map((change) => (
        <li key={`${change.kind} ${change.path}`}>
          <p>
            <Tag hue={HUES[change.kind]}>{WORDS[change.kind]}</Tag>
            <code className="wrap-anywhere">{boundText(change.path || "everything")}</code>
          </p>
          <Values change={change} />
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

function Values({ change: { before, after } }: { change: CardChange }) {
  return (
    <div className="ui-well">
      {before !== undefined && <del>{shown(before)}</del>}
      {after !== undefined && <ins>{shown(after)}</ins>}
    </div>
  );
}

const LONGEST = 2000;

function shown(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return boundText(text, LONGEST);
}

type Answer =
  | { readonly kind: "waiting" }
  | { readonly kind: "card"; readonly value: unknown }
  | { readonly kind: "refused"; readonly status: number | null; readonly why: string };

function answerIn(timeline: Timeline, own: Exchange | null): Answer | null {
  const exchange = findNewestExtendedLookup(timeline, own);
  if (!exchange) return null;
  const found = getExchangeCard(timeline, exchange);
  if (found) return { kind: "card", value: cardIn(parseJsonSource(found.text).value) };
  if (!exchange.end) return { kind: "waiting" };
  const status = exchange.head?.record.status ?? null;
  const said = errorIn(timeline, exchange) ?? exchange.end.record.error?.message;
  const http = status === null ? "There was no answer." : `It answered with HTTP ${status}.`;
  return { kind: "refused", status, why: said ? `${http} ${said}` : http };
}

/** Over JSON-RPC it lies in an envelope. */
function cardIn(value: unknown): unknown {
  const isEnvelope = typeof value === "object" && value !== null && "result" in value;
  return isEnvelope ? value.result : value;
}

function errorIn(timeline: Timeline, { errors }: Exchange): string | null {
  const entry = timeline.entries[errors.count === 0 ? -1 : timeline.events.entry.at(errors.last)];
  if (entry?.kind !== "error") return null;
  return getErrorAt(entry, timeline.lastEvent)?.message || entry.title;
}
