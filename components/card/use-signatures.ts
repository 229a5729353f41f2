"use client";
// Checks the card's signatures, again whenever the pasted keys change.
import { useEffect, useMemo, useState } from "react";
import {
  checkSignatures,
  type SignatureReport,
} from "../../lib/protocol/card/signature/check-signatures.ts";
import { type PublicKeys, parsePublicKeys } from "../../lib/protocol/card/signature/public-keys.ts";
import { useCardStore } from "./card-store.ts";

export interface CheckedSignatures {
  readonly reports: readonly SignatureReport[];
  readonly publicKeys: PublicKeys;
}

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
