/** JWS algorithms that prove the signer, mapped to Web Crypto parameters. */

export interface JwsAlgorithm {
  readonly import: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
  readonly verify: { readonly name: string; readonly hash?: string; readonly saltLength?: number };
}

const HASHES: Readonly<Record<string, { readonly hash: string; readonly bytes: number }>> = {
  "256": { hash: "SHA-256", bytes: 32 },
  "384": { hash: "SHA-384", bytes: 48 },
  "512": { hash: "SHA-512", bytes: 64 },
};
const CURVES: Readonly<Record<string, string>> = { "256": "P-256", "384": "P-384", "512": "P-521" };

/** `null` for algorithms that prove nothing (shared secrets, none) and for unknown ones. */
export function getJwsAlgorithm(alg: string): JwsAlgorithm | null {
  if (alg === "EdDSA" || alg === "Ed25519") {
    return { import: { name: "Ed25519" }, verify: { name: "Ed25519" } };
  }
  const [, family, bits = ""] = /^(ES|RS|PS)(256|384|512)$/.exec(alg) ?? [];
  const found = HASHES[bits];
  if (!found) return null;
  const { hash, bytes } = found;
  if (family === "ES") {
    const namedCurve = CURVES[bits] ?? "";
    return { import: { name: "ECDSA", namedCurve }, verify: { name: "ECDSA", hash } };
  }
  const name = family === "RS" ? "RSASSA-PKCS1-v1_5" : "RSA-PSS";
  const salt = family === "PS" ? { saltLength: bytes } : {};
  return { import: { name, hash }, verify: { name, ...salt } };
}
