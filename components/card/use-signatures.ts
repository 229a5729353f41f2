"use client";
// The card's signatures, checked again whenever a key is given.
import { useEffect, useMemo, useState } from "react";
import {
  checkSignatures,
  type SignatureReport,
} from "../../lib/protocol/card/signature/check-signatures.ts";
import { type PublicKeys, parsePublicKeys } from "../../lib/protocol/card/signature/public-keys.ts";
import { useScreen } from "../app-context.tsx";

export interface CheckedSignatures {
  readonly reports: readonly SignatureReport[];
  readonly given: PublicKeys;
}

export function useSignatures(card: unknown): CheckedSignatures {
  const text = useScreen((state) => state.card?.keys ?? "");
  const given = useMemo(() => parsePublicKeys(text), [text]);
  const [reports, setReports] = useState<readonly SignatureReport[]>([]);
  useEffect(() => {
    let isOver = false;
    // A page from another machine over plain http has no cryptography.
    void checkSignatures(card, given.keys, crypto.subtle ?? NO_CRYPTO).then((found) => {
      if (!isOver) setReports(found);
    });
    return () => {
      isOver = true;
    };
  }, [card, given]);
  return { reports, given };
}

const rejectUnavailable = () => Promise.reject(new Error("no cryptography here"));
const NO_CRYPTO = { importKey: rejectUnavailable, verify: rejectUnavailable };

/** In a few words, of all of them. */
export function summarizeSignatures(reports: readonly SignatureReport[]): string {
  if (reports.length === 0) return "Not signed";
  const valid = reports.filter(({ state }) => state.kind === "valid").length;
  const invalid = reports.filter(({ state }) => state.kind === "invalid").length;
  if (invalid > 0)
    return invalid === reports.length ? "Does not verify" : `${valid} of ${reports.length} verify`;
  if (valid === reports.length) return "Verified";
  return valid > 0 ? `${valid} of ${reports.length} verified` : "Signed, not checked";
}
