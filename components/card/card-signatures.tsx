"use client";
// The card's signatures: what each says of itself, and whether it holds, with keys that are given.
import { useEffect, useMemo, useState } from "react";
import type {
  SignatureReport,
  SignatureState,
} from "../../lib/protocol/card/signature/check-signatures.ts";
import type { SignedForm } from "../../lib/protocol/card/signature/signed-payloads.ts";
import type { UserFacingError } from "../../lib/session/user-facing-error.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import { useThrottledVersion } from "../library/use-throttled-version.ts";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextArea } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { CardSection } from "./card-fact-grid.tsx";
import { updateShownCard } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";
import type { CheckedSignatures } from "./use-signatures.ts";

const SIGNED_FORM_TEXTS: Readonly<Record<SignedForm, string>> = {
  spec: "in the form that the specification defines",
  pruned: "in a form without any empty member, as some SDKs sign it",
  received: "as it was received, which the specification does not provide for",
};

export function CardSignatures({ checked }: { checked: CheckedSignatures }) {
  const { store } = useAppContext();
  const keys = useScreen((state) => state.card?.keys ?? "");
  const { reports, given } = checked;
  const [shown, more] = useFirstItems(reports, "signatures");
  if (reports.length === 0) return null;
  const setKeys = (text: string) =>
    store.setState((state) => ({ card: updateShownCard(state.card, { keys: text }) }));
  const places = [...new Set(reports.flatMap(({ header }) => header.jku ?? []))];
  return (
    <CardSection title="Signatures" note={reports.length}>
      <ul className="card-signatures">
        {shown.map((report) => (
          <CardSignature key={report.index} report={report} />
        ))}
      </ul>
      {more}
      <div className="card-keys">
        <TextArea
          label="Public keys: JWK, JWK set or PEM"
          placeholder="Paste the publisher's public key: JWK, JWK set or PEM"
          className="mono"
          value={keys}
          onChange={setKeys}
          spellCheck={false}
        />
      </div>
      {given.warning !== null && <p className="card-requirements">{given.warning}</p>}
      {places.map((url) => (
        <KeySetLink key={url} url={url} />
      ))}
    </CardSection>
  );
}

function CardSignature({ report: { header, state, index } }: { report: SignatureReport }) {
  const { hue, icon, word } = getStateMeta(state);
  const said = [
    { name: "alg", value: header.alg },
    { name: "kid", value: header.kid },
    { name: "typ", value: header.typ },
    { name: "jku", value: header.jku },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return (
    <li aria-label={`Signature ${index + 1}`}>
      <p>
        <Tag hue={hue} icon={icon}>
          {word}
        </Tag>
        <span>{describeState(state)}</span>
      </p>
      <p className="mono card-said">
        {said.map(({ name, value }) => (
          <span key={name}>
            <span className="text-fg-3">{boundText(name)}</span> {boundText(value)}
          </span>
        ))}
      </p>
    </li>
  );
}

function getStateMeta({ kind }: SignatureState): { hue: Hue; icon: IconName; word: string } {
  if (kind === "valid") return { hue: "ok", icon: "check", word: "verified" };
  if (kind === "invalid") return { hue: "error", icon: "error", word: "does not verify" };
  return { hue: "other", icon: "key", word: "not checked" };
}

function describeState(state: SignatureState): string {
  if (state.kind !== "valid") return state.why;
  const kid = state.sameKid ? "" : " The key that was given does not carry the signature's kid.";
  return `It signs this card ${SIGNED_FORM_TEXTS[state.form]}.${kid}`;
}

/** Keys that the card itself points to: fetched by whoever asks for them, and worth what that is. */
function KeySetLink({ url }: { url: string }) {
  const { agent, store, standsAlone } = useAppContext();
  const timeline = useRun((run) => run.timeline);
  const version = useThrottledVersion();
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<UserFacingError | null>(null);
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  const answer = useMemo(() => {
    const exchange = asked === null ? null : timeline.exchanges.find(({ id }) => id === asked);
    if (!exchange?.end) return null;
    const status = exchange.head?.record.status ?? null;
    return { status, text: exchange.body.slice(0, exchange.body.length) };
  }, [timeline, version, asked]);
  const keys = answer?.status === 200 ? answer.text : null;
  useEffect(() => {
    if (keys !== null) store.setState((state) => ({ card: updateShownCard(state.card, { keys }) }));
  }, [keys, store]);
  const fetchKeys = async () => {
    setProblem(null);
    const started = await agent.fetchDocument(url);
    if ("exchange" in started) setAsked(started.exchange);
    else setProblem(started);
  };
  const failed = answer !== null && answer.status !== 200;
  return (
    <div className="card-jku">
      <p>
        The card says that its keys are at <code className="wrap-anywhere">{boundText(url)}</code>
        <CopyButton text={url} what="address of the keys" size={24} />. Such a key proves only that
        whoever has that address signed the card.
      </p>
      {isWeb && !standsAlone && (
        <Button size={24} variant="outline" onClick={() => void fetchKeys()}>
          Fetch them from there
        </Button>
      )}
      {!isWeb && <p>That is no address that Loupe fetches.</p>}
      {problem && <p role="alert">{problem.what}</p>}
      {failed && (
        <p role="alert">
          {answer.status === null
            ? "There was no answer."
            : `It answered with HTTP ${answer.status}.`}
        </p>
      )}
    </div>
  );
}
