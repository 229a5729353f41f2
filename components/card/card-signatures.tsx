"use client";
// Card section: the card's signatures, and whether they verify with the keys that were pasted.
import { useEffect, useMemo, useState } from "react";
import {
  checkSignatures,
  type SignatureReport,
  type SignatureState,
} from "../../lib/protocol/card/signature/check-signatures.ts";
import { type PublicKeys, parsePublicKeys } from "../../lib/protocol/card/signature/public-keys.ts";
import type { SignedForm } from "../../lib/protocol/card/signature/signed-payloads.ts";
import type { UserFacingError } from "../../lib/session/user-facing-error.ts";
import { useAppContext } from "../app-context.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextArea } from "../ui/field.tsx";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import {
  CARD_LIST,
  CARD_LIST_ITEM,
  CARD_REMARK,
  CardSection,
  useFirstItems,
} from "./card-fact-grid.tsx";
import { useCardStore } from "./card-store.ts";

const SIGNED_FORM_TEXTS: Readonly<Record<SignedForm, string>> = {
  spec: "in the form that the specification defines",
  pruned: "in a form without empty members, as some SDKs sign it",
  received: "as received, which the specification does not define",
};

export function CardSignatures({ checked }: { checked: CheckedSignatures }) {
  const keys = useCardStore(({ page }) => page?.keys ?? "");
  const update = useCardStore((card) => card.update);
  const { reports, publicKeys } = checked;
  const [shown, more] = useFirstItems(reports, "signatures");
  if (reports.length === 0) return null;
  const keySetUrls = [...new Set(reports.flatMap(({ header }) => header.jku ?? []))];
  return (
    <CardSection title="Signatures" note={reports.length}>
      <ul className={CARD_LIST}>
        {shown.map((report) => (
          <CardSignature key={report.index} report={report} />
        ))}
      </ul>
      {more}
      <div className="rounded-3 bg-well pb-1.5 text-12/5 inset-ring inset-ring-line-2 focus-within:inset-ring-accent forced-colors:border">
        <TextArea
          label="Public keys: JWK, JWK set or PEM"
          placeholder="Paste the publisher's public key: JWK, JWK set or PEM"
          className="mono wrap-anywhere"
          value={keys}
          onChange={(text) => update({ keys: text })}
          spellCheck={false}
        />
      </div>
      {publicKeys.warning !== null && <p className={CARD_REMARK}>{publicKeys.warning}</p>}
      {keySetUrls.map((url) => (
        <KeySetLink key={url} url={url} />
      ))}
    </CardSection>
  );
}

function CardSignature({ report: { header, state, index } }: { report: SignatureReport }) {
  const { hue, icon, word } = getStateMeta(state);
  const headerFields = [
    { name: "alg", value: header.alg },
    { name: "kid", value: header.kid },
    { name: "typ", value: header.typ },
    { name: "jku", value: header.jku },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return (
    <li className={CARD_LIST_ITEM} aria-label={`Signature ${index + 1}`}>
      <p className="flex items-baseline gap-2 text-fg-1">
        <Tag hue={hue} icon={icon}>
          {word}
        </Tag>
        <span>{describeState(state)}</span>
      </p>
      <p className="mono flex flex-wrap gap-x-4 gap-y-0.5 wrap-anywhere">
        {headerFields.map(({ name, value }) => (
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
  const kid = state.sameKid ? "" : " The matching key doesn't have the signature's kid.";
  return `It signs this card ${SIGNED_FORM_TEXTS[state.form]}.${kid}`;
}

/** A key set that the card itself points to. It is fetched only on request, and proves little. */
function KeySetLink({ url }: { url: string }) {
  const { agent, standsAlone } = useAppContext();
  const update = useCardStore((card) => card.update);
  const seen = useThrottledVersion();
  const [exchangeId, setExchangeId] = useState<string | null>(null);
  const [problem, setProblem] = useState<UserFacingError | null>(null);
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  const response = useMemo(() => {
    const exchange =
      exchangeId === null ? null : seen.timeline.exchanges.find(({ id }) => id === exchangeId);
    if (!exchange?.end) return null;
    const status = exchange.head?.record.status ?? null;
    return { status, text: exchange.body.slice(0, exchange.body.length) };
  }, [seen, exchangeId]);
  const keys = response?.status === 200 ? response.text : null;
  useEffect(() => {
    if (keys !== null) update({ keys });
  }, [keys, update]);
  const fetchKeys = async () => {
    setProblem(null);
    const started = await agent.fetchDocument(url);
    if ("exchange" in started) setExchangeId(started.exchange);
    else setProblem(started);
  };
  const hasFailed = response !== null && response.status !== 200;
  return (
    <div className="grid justify-items-start gap-1.5 text-12 text-fg-2">
      <p>
        The card names this key set: <code className="wrap-anywhere">{boundText(url)}</code>
        <span className="inline-block align-middle">
          <CopyButton text={url} what="key set URL" size={24} />
        </span>
        . Its keys prove only that the owner of that URL signed the card.
      </p>
      {isWeb && !standsAlone && (
        <Button size={24} variant="outline" onClick={() => void fetchKeys()}>
          Fetch keys
        </Button>
      )}
      {!isWeb && <p>Loupe fetches only http and https URLs.</p>}
      {problem && <p role="alert">{problem.what}</p>}
      {hasFailed && (
        <p role="alert">
          {response.status === null
            ? "The server did not respond."
            : `The server responded with HTTP ${response.status}.`}
        </p>
      )}
    </div>
  );
}

interface CheckedSignatures {
  readonly reports: readonly SignatureReport[];
  readonly publicKeys: PublicKeys;
}

/** Checks the card's signatures, again whenever the pasted keys change. */
export function useSignatures(card: unknown): CheckedSignatures {
  const text = useCardStore(({ page }) => page?.keys ?? "");
  const publicKeys = useMemo(() => parsePublicKeys(text), [text]);
  const [reports, setReports] = useState<readonly SignatureReport[]>([]);
  useEffect(() => {
    let isCanceled = false;
    const hasWebCrypto = crypto.subtle !== undefined;
    void checkSignatures(card, publicKeys.keys, { hasWebCrypto }).then((found) => {
      if (!isCanceled) setReports(found);
    });
    return () => {
      isCanceled = true;
    };
  }, [card, publicKeys]);
  return { reports, publicKeys };
}

/** Summarizes all signatures in a few words. */
export function summarizeSignatures(reports: readonly SignatureReport[]): string {
  if (reports.length === 0) return "Not signed";
  const valid = reports.filter(({ state }) => state.kind === "valid").length;
  const invalid = reports.filter(({ state }) => state.kind === "invalid").length;
  if (invalid > 0)
    return invalid === reports.length
      ? "Does not verify"
      : `${valid} of ${reports.length} verified`;
  if (valid === reports.length) return "Verified";
  return valid > 0 ? `${valid} of ${reports.length} verified` : "Signed, not checked";
}
