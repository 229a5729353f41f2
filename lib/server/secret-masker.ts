/**
 * Masks what must not be written down, before it is.
 *
 * Guarantees: a credential in a header, in a URL or listed by the caller stands in no record, nor
 * does its echo in anything the agent answers, in whatever encodings (`lib/secrets`); what
 * surrounds it (scheme, cookie name, parameter name) stays readable.
 */
import type { SecretMatcher } from "../secrets/secret-matcher.ts";
import type { ExchangeRequest } from "../wire/api-types.ts";
import type { HeaderList, WireRecord } from "../wire/record.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../wire/secret-names.ts";
import type { MaskFactory } from "./mask-factory.ts";
import { type MaskOptions, MaskStream, maskBytes } from "./mask-stream.ts";
import { MatcherCache } from "./matcher-cache.ts";

/** A shorter value is too likely to stand somewhere by chance; one listed by the caller counts always. */
const MIN_ECHO_LENGTH = 6;

const USER_INFO = /(\/\/)([^/?#\s]*)@/g;
const PARAMETER = /([?&#])([^=?&#\s]+)=([^&#\s>"]*)/g;

const MATCHERS = new MatcherCache();

export class SecretMasker {
  readonly #createMask: MaskFactory;
  readonly #matcher: SecretMatcher;

  constructor(request: Pick<ExchangeRequest, "url" | "headers" | "secrets">, mark: MaskFactory) {
    this.#createMask = mark;
    const found = [
      ...request.headers.flatMap(([name, value]) => findSecretsInHeader(name, value)),
      ...findSecretsInUrl(request.url),
    ];
    this.#matcher = MATCHERS.get([...found, ...(request.secrets ?? [])]);
  }

  /** For the bytes of one body. */
  createMaskStream(masking?: MaskOptions): MaskStream {
    return new MaskStream(this.#matcher, this.#createMask, masking);
  }

  /** True where the text carries one of the secrets. */
  hasSecret(text: string): boolean {
    return this.#matcher.find(Buffer.from(text).toString("latin1")).hits.length > 0;
  }

  /** The record as it may be written. The bytes of `data` are masked by a `Scrubber` before. */
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
      const said = isBinary ? this.#maskBase64(value) : value;
      return [name, this.#maskText(maskHeader(name, said, this.#createMask))];
    });
  }

  /** Bytes, in base64, that stay as long as they are. Without a secret in them they stay as spelled. */
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

/** Does a header of this name carry what must not be written down? */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** The credentials in a URL that somebody pasted, in each form in which they may come back. */
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

/** A long word of letters and digits, whatever its parameter is called. */
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
  // What a user typed comes back without what was made of it.
  if (/^basic/i.test(scheme ?? "")) {
    const pair = Buffer.from(value.slice(scheme?.length), "base64").toString();
    collect(pair.slice(pair.indexOf(":") + 1));
  }
  // A scheme of its own is no part of the secret.
  if (scheme === undefined) collect(/^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1] ?? "");
  return found;
}

function createCollector(found: string[]): MaskFactory {
  return (secret) => {
    if (secret.length >= MIN_ECHO_LENGTH) found.push(secret);
    return "";
  };
}

function maskHeader(name: string, value: string, mark: MaskFactory): string {
  if (!isSecretHeader(name)) return maskUrl(value, mark);
  if (/^set-cookie$/i.test(name)) return value.replace(/^[^;]*/, (pair) => maskPair(pair, mark));
  if (/^cookie$/i.test(name)) return value.replace(/[^;\s][^;]*/g, (pair) => maskPair(pair, mark));
  const scheme = SECRET_SCHEME.exec(value)?.[0] ?? "";
  return scheme + maskUnlessEmpty(value.slice(scheme.length), mark);
}

function maskPair(pair: string, mark: MaskFactory): string {
  const at = pair.indexOf("=") + 1;
  return pair.slice(0, at) + maskUnlessEmpty(pair.slice(at), mark);
}

/** By text, not by parsing: what is no URL, or only contains one, is covered as well. */
function maskUrl(text: string, mark: MaskFactory): string {
  return text
    .replace(USER_INFO, (_, slashes: string, secret: string) => {
      const [user = "", ...password] = secret.split(":");
      const marks = password.length > 0 ? [user, password.join(":")] : [user];
      return `${slashes}${marks.map((part) => maskUnlessEmpty(decodeComponent(part), mark)).join(":")}@`;
    })
    .replace(PARAMETER, (whole, before: string, name: string, value: string) =>
      SECRET_PARAMETER.test(decodeComponent(name))
        ? `${before}${name}=${maskUnlessEmpty(decodeComponent(value), mark)}`
        : whole,
    );
}

function maskUnlessEmpty(secret: string, mark: MaskFactory): string {
  return secret === "" ? "" : mark(secret);
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
