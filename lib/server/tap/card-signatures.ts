/** Verifies the signatures of a card that a tap changes, before they are dropped. */

import { parseJson } from "../../json/exact-json.ts";
import { checkSignatures } from "../../protocol/card/signature/check-signatures.ts";
import type { PublicKey } from "../../protocol/card/signature/public-keys.ts";
import type { CheckedSignature } from "../../wire/record.ts";

/** The results, in the order of the card. Keys that the card itself points to are never loaded. */
export async function verifyCard(
  text: string,
  keys: readonly PublicKey[],
): Promise<CheckedSignature[]> {
  const reports = await checkSignatures(parseJson(text), keys, { hasWebCrypto: true });
  return reports.map(({ header: { alg, kid }, state }) => ({
    ...(alg !== null && { alg }),
    ...(kid !== null && { kid }),
    result: state.kind,
    ...(state.kind !== "valid" && { why: state.why }),
  }));
}

const RESULTS = { valid: "valid", invalid: "not valid", unchecked: "not checked" } as const;

export function describeSignature({ alg, kid, result, why }: CheckedSignature): string {
  const about = [alg, kid !== undefined && `key ${kid}`].filter(Boolean).join(", ");
  const reason = why === undefined ? "." : `: ${why}`;
  return `The agent's signature of the card${about === "" ? "" : ` (${about})`} is ${RESULTS[result]}${reason}`;
}
