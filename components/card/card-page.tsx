"use client";
// The agent's card as a page: who it is, what it can do, where and how it is called.
import { useCallback, useEffect, useRef } from "react";
import { useAppContext, useScreen } from "../app-context.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { formatBytes, formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { EmptyState } from "../ui/status.tsx";
import { CardDiscovery } from "./card-discovery.tsx";
import { CardExtensions } from "./card-extensions.tsx";
import { CardFactGrid, CardSection, YesNo } from "./card-fact-grid.tsx";
import { CardInterfaces } from "./card-interfaces.tsx";
import { CardLinks } from "./card-links.tsx";
import { CardSecuritySection } from "./card-security.tsx";
import { CardSignatures } from "./card-signatures.tsx";
import { CardSkills } from "./card-skills.tsx";
import { ExtendedCard } from "./extended-card.tsx";
import { LocalCard } from "./local-card.tsx";
import { type ShownCard, useCard } from "./use-card.ts";
import { summarizeSignatures, useSignatures } from "./use-signatures.ts";

export function CardPage() {
  const { store } = useAppContext();
  const card = useCard();
  const isOpen = useScreen((state) => state.card !== null);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) page.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const close = useCallback(() => store.setState({ card: null, pane: "timeline" }), [store]);
  useEffect(() => {
    // From anywhere but a dialog, where it has its own meaning, and a field that is being edited.
    const onKey = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      const isElsewhere = target instanceof Element && target.closest("dialog, input, textarea");
      if (key === "Escape" && !defaultPrevented && !isElsewhere) close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [close]);
  return (
    <section ref={page} tabIndex={-1} className="card-page" aria-label="Agent card">
      {card ? (
        <div className="card-column">
          <CardHeader card={card} onClose={close} />
          <CardSections card={card} />
        </div>
      ) : (
        <EmptyState icon="card" title="No card">
          No agent's card was looked up in this run.
        </EmptyState>
      )}
    </section>
  );
}

function CardHeader({ card, onClose }: { card: ShownCard; onClose: () => void }) {
  const { profile, text, sourceName } = card;
  return (
    <header className="card-top">
      <span className="card-avatar">
        <Icon name="agent" size={18} />
      </span>
      <div>
        <h1 dir="auto">{boundText(profile?.name ?? sourceName)}</h1>
        {profile && profile.description !== "" && (
          <p dir="auto">{boundText(profile.description, MAX_TEXT_LENGTH)}</p>
        )}
      </div>
      <span className="card-tools">
        <CopyButton text={text} what="card" variant="outline">
          Copy JSON
        </CopyButton>
        <IconButton icon="close" label="Close the card" keys="Esc" onClick={onClose} />
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
        <Banner severity="error" who="Agent" title="This cannot be read as a card" live={false}>
          What is wrong with it stands under Validation, and beside its lines.
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
    <CardSection title="Overview" note={`written in A2A ${protocolVersion}`}>
      <CardFactGrid
        facts={[
          { name: "Version", value: version ?? "not said", mono: version !== null },
          { name: "Provider", value: provider?.organization || "not said" },
          { name: fetched ? "Fetched" : "Size", value: took + size },
          { name: "Signature", value: signature },
        ]}
      />
    </CardSection>
  );
}

function SecurityLabel({ card: { profile } }: { card: ShownCard }) {
  const words = (profile?.security.schemes ?? []).map(({ demand }) =>
    demand.kind === "http" ? capitalize(demand.scheme) : SCHEME_LABELS[demand.kind],
  );
  if (words.length === 0) return "None";
  return (
    <>
      <Icon name="key" size={14} />
      <span className="truncate">{boundText([...new Set(words)].join(", "))}</span>
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
