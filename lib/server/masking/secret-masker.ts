/**
 * Masks secrets in records before they are written.
 *
 * Guarantees: a credential in a header, in a URL or listed by the caller is in no record, and neither
 * is its echo in a response, in any encoding (`lib/secrets`); what surrounds it (scheme, cookie name,
 * parameter name) stays readable.
 */

import type { ExchangeRequest } from "../../api/api-types.ts";
import type { SecretMatcher } from "../../secrets/secret-matcher.ts";
import type { HeaderList, WireRecord } from "../../wire/record.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../../wire/secret-names.ts";
import type { MaskFactory } from "./mask-factory.ts";
import { type MaskOptions, MaskStream, maskBytes } from "./mask-stream.ts";
import { MatcherCache } from "./matcher-cache.ts";

/** Shorter values occur by chance. Values listed by the caller are masked at any length. */
const MIN_ECHO_LENGTH = 6;

const USER_INFO = /(\/\/)([^/?#\s]*)@/g;
const PARAMETER = /([?&#])([^=?&#\s]+)=([^&#\s>"]*)/g;

const MATCHERS = new MatcherCache();

export class SecretMasker {
  readonly #createMask: MaskFactory;
  readonly #matcher: SecretMatcher;

  constructor(
    request: Pick<ExchangeRequest, "url" | "headers" | "secrets">,
    createMask: MaskFactory,
  ) {
    this.#createMask = createMask;
    const found = [
      ...request.headers.flatMap(([name, value]) => findSecretsInHeader(name, value)),
      ...findSecretsInUrl(request.url),
    ];
    this.#matcher = MATCHERS.get([...found, ...(request.secrets ?? [])]);
  }

  /** Creates a mask stream for the bytes of one body. */
  createMaskStream(options?: MaskOptions): MaskStream {
    return new MaskStream(this.#matcher, this.#createMask, options);
  }

  /** True if the text contains one of the secrets. */
  hasSecret(text: string): boolean {
    return this.#matcher.find(Buffer.from(text).toString("latin1")).hits.length > 0;
  }

  /** The record with its secrets masked. The bytes of `data` are already masked by a `MaskStream`. */
  maskRecord<R extends WireRecord>(record: R): R {
    switch (record.r) {
      case "open": {
        const { body, bodyB64 } = record;
        const masked = {
          ...record,
          url: this.url(record.url),
          headers: this.#maskHeaders(record.headers),
        };
        return {
          ...masked,
          ...(body !== undefined && { body: this.#maskText(body) }),
          ...(bodyB64 !== undefined && { bodyB64: this.#maskBase64(bodyB64) }),
        };
      }
      case "redirect":
        return {
          ...record,
          location: this.url(record.location),
          headers: this.#maskHeaders(record.headers),
        };
      case "head":
        return {
          ...record,
          ...(record.statusText !== undefined && { statusText: this.#maskText(record.statusText) }),
          headers: this.#maskHeaders(record.headers),
        };
      case "end": {
        const { error, trailers } = record;
        return {
          ...record,
          ...(error && { error: { ...error, message: this.url(error.message) } }),
          ...(trailers && { trailers: this.#maskHeaders(trailers) }),
        };
      }
      case "note":
        return { ...record, text: this.url(record.text) };
      default:
        return record;
    }
  }

  url(text: string): string {
    return this.#maskText(maskUrl(text, this.#createMask));
  }

  #maskHeaders(headers: HeaderList): HeaderList {
    return headers.map(([name, value]) => {
      const isBinary = name.toLowerCase().endsWith("-bin");
      const maskedValue = isBinary ? this.#maskBase64(value) : value;
      return [name, this.#maskText(maskHeader(name, maskedValue, this.#createMask))];
    });
  }

  /** Masks base64 bytes and keeps their length. Without a secret in it, the text stays unchanged. */
  #maskBase64(text: string): string {
    const bytes = Buffer.from(text, "base64");
    const masked = maskBytes(bytes, this.#matcher, this.#createMask, { keepsLength: true });
    return masked.equals(bytes) ? text : masked.toString("base64");
  }

  #maskText(text: string): string {
    if (this.#matcher.isEmpty) return text;
    const bytes = Buffer.from(text);
    const masked = maskBytes(bytes, this.#matcher, this.#createMask);
    return masked.equals(bytes) ? text : masked.toString();
  }
}

/** True if a header of this name carries a credential. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** The credentials in a pasted URL, in each form in which they may be echoed. */
export function findSecretsInUrl(url: string): string[] {
  const found: string[] = [];
  maskUrl(url, createCollector(found));
  for (const [, , , value = ""] of url.matchAll(PARAMETER)) {
    if (found.includes(decodeComponent(value)))
      found.push(value, decodeComponent(value.replaceAll("+", " ")));
    else if (KEY_PATTERN.test(value)) found.push(value);
  }
  return found;
}

/** A long value with letters and digits looks like a key, whatever its parameter's name. */
const KEY_PATTERN = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+-]{16,}$/;

function findSecretsInHeader(name: string, value: string): string[] {
  const found: string[] = [];
  const collect = createCollector(found);
  maskHeader(name, value, (secret) => {
    collect(decodeComponent(secret));
    return collect(secret);
  });
  if (!isSecretHeader(name) || /cookie/i.test(name)) return found;
  const scheme = SECRET_SCHEME.exec(value)?.[0];
  // An agent may echo the password itself, without the Basic encoding.
  if (/^basic/i.test(scheme ?? "")) {
    const pair = Buffer.from(value.slice(scheme?.length), "base64").toString();
    collect(pair.slice(pair.indexOf(":") + 1));
  }
  // An unknown scheme is not part of the secret.
  if (scheme === undefined) collect(/^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1] ?? "");
  return found;
}

function createCollector(found: string[]): MaskFactory {
  return (secret) => {
    if (secret.length >= MIN_ECHO_LENGTH) found.push(secret);
    return "";
  };
}

function maskHeader(name: string, value: string, createMask: MaskFactory): string {
  if (!isSecretHeader(name)) return maskUrl(value, createMask);
  if (/^set-cookie$/i.test(name))
    return value.replace(/^[^;]*/, (pair) => maskPair(pair, createMask));
  if (/^cookie$/i.test(name))
    return value.replace(/[^;\s][^;]*/g, (pair) => maskPair(pair, createMask));
  const scheme = SECRET_SCHEME.exec(value)?.[0] ?? "";
  return scheme + maskUnlessEmpty(value.slice(scheme.length), createMask);
}

function maskPair(pair: string, createMask: MaskFactory): string {
  const at = pair.indexOf("=") + 1;
  return pair.slice(0, at) + maskUnlessEmpty(pair.slice(at), createMask);
}

/** Works on text, without parsing, and so covers invalid URLs and text that contains URLs. */
function maskUrl(text: string, createMask: MaskFactory): string {
  return text
    .replace(USER_INFO, (_, slashes: string, secret: string) => {
      const [user = "", ...password] = secret.split(":");
      const masks = password.length > 0 ? [user, password.join(":")] : [user];
      return `${slashes}${masks.map((part) => maskUnlessEmpty(decodeComponent(part), createMask)).join(":")}@`;
    })
    .replace(PARAMETER, (whole, before: string, name: string, value: string) =>
      SECRET_PARAMETER.test(decodeComponent(name))
        ? `${before}${name}=${maskUnlessEmpty(decodeComponent(value), createMask)}`
        : whole,
    );
}

function maskUnlessEmpty(secret: string, createMask: MaskFactory): string {
  return secret === "" ? "" : createMask(secret);
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
