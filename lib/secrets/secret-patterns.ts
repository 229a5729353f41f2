/** Finds unknown secrets by their shape, in any text. */

import { isMask } from "./secret-names.ts";

/** What a secret looks like. */
export type SecretShape = "jwt" | "private-key" | "key" | "bearer" | "assigned" | "email";

interface SecretPattern {
  readonly rule: SecretShape;
  /** Occurs in every match; testing it first is cheaper than the pattern. */
  readonly hint: RegExp;
  /** The first group is the secret, or the whole match if it has none. Must run in linear time. */
  readonly pattern: RegExp;
}

const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    rule: "jwt",
    hint: /eyJ/,
    // The limit on the first part avoids reading the rest of the text for each start.
    pattern: /\beyJ[\w-]{8,2048}\.[\w-]{8,}(?:\.[\w-]*){1,3}/g,
  },
  {
    rule: "private-key",
    hint: /PRIVATE KEY/,
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----([^-]{32,})(?=-----END)/g,
  },
  {
    rule: "key",
    hint: /AKIA|ASIA|AIza|gh[pousr]_|github_pat_|xox|sk[-_]|rk_|pk_|glpat-|hf_|npm_|ya29\.|SG\.|dop_v1_|AGE-SECRET|shp|EAA|pypi-/,
    pattern:
      /\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|xox[abeoprs]-[\w-]{10,}|sk-[\w-]{20,}|[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|glpat-[\w-]{20,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|dop_v1_[0-9a-f]{64}|AGE-SECRET-KEY-1[0-9A-Z]{50,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|pypi-[\w-]{40,})/g,
  },
  {
    rule: "bearer",
    hint: /[Bb]earer\s/,
    pattern: /\b[Bb]earer\s{1,8}([\w.~+/-]{16,}=*)/g,
  },
  {
    rule: "assigned",
    hint: /passw|secret|api[-_]?key|token/i,
    pattern:
      /\b\w{0,30}(?:password|passwd|passphrase|secret|api[-_]?key|(?:access|refresh|auth|session)[-_]?token)["']?\s?[:=]\s?["']?([^\s"',;&<>(){}[\]\\]{6,200})/gi,
  },
  {
    rule: "email",
    hint: /@/,
    pattern:
      /(?<![\p{L}\d.+%:/_-])[\w.+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}\b/gu,
  },
];

interface SecretPatternMatch {
  readonly rule: SecretShape;
  readonly from: number;
  readonly to: number;
}

export function* findSecretPatterns(text: string): Generator<SecretPatternMatch> {
  if (text.length < MIN_LENGTH) return;
  for (const { rule, hint, pattern } of SECRET_PATTERNS) {
    if (!hint.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (isMask(secret)) continue;
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(match[1]));
      const from = start + secret.length - secret.trimStart().length;
      const to = start + secret.trimEnd().length;
      if (to > from) yield { rule, from, to };
    }
  }
}

const MIN_LENGTH = 6;

/** A longer secret that was streamed in chunks may not be seen whole. */
export const MAX_SECRET_LENGTH = 1 << 13;
