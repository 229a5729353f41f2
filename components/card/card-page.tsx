"use client";
// Page of the agent card: overview, capabilities, interfaces, skills, security and discovery.

import { useEffect, useMemo, useRef, useState } from "react";
import { getCardCandidates } from "../../lib/protocol/card/candidates.ts";
import type { CardDetails } from "../../lib/protocol/card/card-details.ts";
import { type FetchedCard, findCardLookups } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { getHeaderValue } from "../../lib/wire/headers.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { EmptyState } from "../ui/status.tsx";
import { CardAttemptList, type ListedCardAttempt } from "./card-attempt-list.tsx";
import { CardFactGrid, CardFactRows, CardSection, YesNo } from "./card-fact-grid.tsx";
import { CardInterfaces } from "./card-interfaces.tsx";
import { CardSecuritySection } from "./card-security.tsx";
import { CardSignatures, summarizeSignatures, useSignatures } from "./card-signatures.tsx";
import { CardExtensions, CardSkills } from "./card-skills.tsx";
import { useCardStore } from "./card-store.ts";
import { ExtendedCard } from "./extended-card.tsx";
import { type ShownCard, useCard } from "./use-card.ts";

interface CardPageProps {
  /** As high as its content, in a column that scrolls. */
  stacked?: boolean;
}

export function CardPage({ stacked = false }: CardPageProps) {
  const card = useCard();
  const isOpen = useCardStore(({ page }) => page !== null);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) page.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = useCardStore((store) => store.showTimeline);
  useEffect(() => {
    // Escape has its own meaning in dialogs and in fields.
    const onKey = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      const isElsewhere = target instanceof Element && target.closest("dialog, input, textarea");
      if (key === "Escape" && !defaultPrevented && !isElsewhere) close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [close]);
  return (
    <section
      ref={page}
      tabIndex={-1}
      className={cx(
        "@container/card relative min-w-0 bg-bg-1 outline-none",
        !stacked && "h-full overflow-auto",
      )}
      aria-label="Agent card"
    >
      {card ? (
        <div className="grid max-w-215 grid-cols-1 gap-6 px-6 pt-5 pb-12 @max-[560px]/card:gap-5 @max-[560px]/card:px-4 @max-[560px]/card:pt-4 @max-[560px]/card:pb-8">
          <CardHeader card={card} onClose={close} />
          <CardSections card={card} />
        </div>
      ) : (
        <EmptyState icon="card" title="No card">
          This run did not look up an agent card.
        </EmptyState>
      )}
    </section>
  );
}

function CardHeader({ card, onClose }: { card: ShownCard; onClose: () => void }) {
  const { profile, text, sourceName } = card;
  const openDialog = useOpenDialog();
  return (
    <header className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-start gap-3.5 @max-[560px]/card:grid-cols-[minmax(0,1fr)_auto]">
      <span className="grid size-11 place-items-center rounded-3 bg-bg-2 text-fg-2 inset-ring inset-ring-line-2 @max-[560px]/card:hidden forced-colors:border">
        <Icon name="agent" size={18} />
      </span>
      <div>
        <h1 dir="auto" className="text-18 font-[640] wrap-anywhere">
          {boundText(profile?.name ?? sourceName)}
        </h1>
        {profile && profile.description !== "" && (
          <p dir="auto" className="mt-0.5 max-w-[64ch] wrap-anywhere text-fg-2">
            {boundText(profile.description, MAX_TEXT_LENGTH)}
          </p>
        )}
      </div>
      <span className="flex flex-wrap justify-end gap-1">
        <Button variant="outline" icon="check" onClick={() => openDialog("conformance")}>
          Conformance
        </Button>
        <CopyButton text={text} what="card" variant="outline">
          Copy JSON
        </CopyButton>
        <IconButton icon="close" label="Close card" keys="Esc" onClick={onClose} />
      </span>
    </header>
  );
}

function CardSections({ card }: { card: ShownCard }) {
  const { profile, fetched, review } = card;
  const checked = useSignatures(review.source.value);
  if (!profile) {
    return (
      <>
        {!fetched && <LocalCard card={card} />}
        <Banner severity="error" who="Agent" title="This is not a readable agent card" live={false}>
          See Validation for the problems and where they are in the source.
        </Banner>
      </>
    );
  }
  return (
    <>
      {!fetched && <LocalCard card={card} />}
      <CardOverview card={card} signature={summarizeSignatures(checked.reports)} />
      <CardSection title="Capabilities">
        <CardFactGrid
          facts={[
            { name: "Streaming", value: <YesNo is={profile.streaming} /> },
            { name: "Push notifications", value: <YesNo is={profile.pushNotifications} /> },
            { name: "Extended card", value: <YesNo is={profile.extendedCard} /> },
            { name: "Security", value: <SecurityLabel card={card} /> },
          ]}
        />
      </CardSection>
      <CardInterfaces card={card} />
      <CardSkills card={card} />
      <CardSecuritySection card={card} />
      <CardExtensions card={card} />
      <CardSignatures checked={checked} />
      <ExtendedCard card={card} />
      <CardLinks profile={profile} />
      {fetched && <CardDiscovery fetched={fetched} />}
    </>
  );
}

function CardOverview({ card, signature }: { card: ShownCard; signature: string }) {
  const { profile, fetched, text } = card;
  if (!profile) return null;
  const { version, provider, protocolVersion } = profile;
  const took =
    fetched && !Number.isNaN(fetched.durationMs) ? `${formatDuration(fetched.durationMs)} · ` : "";
  const size = formatBytes(fetched?.bytes ?? new TextEncoder().encode(text).length);
  return (
    <CardSection title="Overview" note={`A2A ${protocolVersion} card`}>
      <CardFactGrid
        facts={[
          { name: "Version", value: version ?? "not declared", mono: version !== null },
          { name: "Provider", value: provider?.organization || "not declared" },
          { name: fetched ? "Fetched" : "Size", value: took + size },
          { name: "Signature", value: signature },
        ]}
      />
    </CardSection>
  );
}

function SecurityLabel({ card: { profile } }: { card: ShownCard }) {
  const labels = (profile?.security.schemes ?? []).map(({ demand }) =>
    demand.kind === "http" ? capitalize(demand.scheme) : SCHEME_LABELS[demand.kind],
  );
  if (labels.length === 0) return "None";
  return (
    <>
      <Icon name="key" size={14} />
      <span className="truncate">{boundText([...new Set(labels)].join(", "))}</span>
    </>
  );
}

const SCHEME_LABELS = {
  apiKey: "API key",
  oauth2: "OAuth 2",
  openIdConnect: "OpenID",
  mutualTls: "Mutual TLS",
  unknown: "Unknown",
} as const;

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function CardLinks({ profile }: { profile: CardDetails }) {
  const links = [
    { name: "Documentation", url: profile.documentationUrl },
    { name: "Provider", url: profile.provider?.url ?? null },
    { name: "Icon", url: profile.iconUrl },
  ].flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
  if (links.length === 0) return null;
  return (
    <CardSection title="Links" note="Loupe does not load them">
      <CardFactRows
        facts={links.map(({ name, url }) => ({
          name,
          value: (
            <>
              <ConfirmedLink url={url} />
              <CopyButton text={url} what={`${name.toLowerCase()} URL`} size={24} />
            </>
          ),
        }))}
      />
    </CardSection>
  );
}

/** Links only http(s) URLs, without a referrer or an opener. */
function ConfirmedLink({ url }: { url: string }) {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (!isWeb) return <span className="mono wrap-anywhere">{boundText(url)}</span>;
  return (
    <a
      className="mono text-accent wrap-anywhere hover:underline"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {boundText(url)}
    </a>
  );
}

/** How the card was found: every URL in the order it was tried, and which one was used. */
function CardDiscovery({ fetched }: { fetched: FetchedCard }) {
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
    <CardSection
      title="Discovery"
      note="the first response that is a card for this address is used"
    >
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

/**
 * Notice on a card that was pasted or opened from a file, with a button that connects with it.
 */
function LocalCard({ card }: { card: ShownCard }) {
  const { agent } = useAppContext();
  const showTimeline = useCardStore((store) => store.showTimeline);
  const [problem, setProblem] = useState<string | null>(null);
  const connect = async () => {
    const why = await agent.connectToCard(card.review.source.value);
    setProblem(why);
    if (why === null) showTimeline();
  };
  return (
    <Banner
      severity={problem === null ? "note" : "error"}
      title={problem === null ? "Not fetched from an agent" : "This card has no usable interface"}
      {...(problem !== null && {
        who: "Agent",
        remedy: "Add an interface with an absolute URL to the card, then open it again.",
      })}
      actions={
        <Button
          variant="outline"
          size={24}
          onClick={() => void connect()}
          disabled={card.profile === null}
        >
          Connect with this card
        </Button>
      }
    >
      {problem ??
        `This card comes from ${card.sourceName}. Loupe has not verified it with an agent.`}
    </Banner>
  );
}
