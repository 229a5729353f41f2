/**
 * Masks secrets in records before they are written.
 *
 * Guarantees: a credential in a header, in a URL or listed by the caller is in no record, and neither
 * is its echo in a response, in any encoding (`lib/secrets`); what surrounds it (scheme, cookie name,
 * parameter name) stays readable. If the masker is given the known secrets of a recording, the same
 * holds for members of messages whose names say that they are secret, in all of the recording.
 */

import { isUtf8 } from "node:buffer";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import {
  decodeComponent,
  findHeaderCredentials,
  findUrlCredentials,
  findUrlParameters,
  isSecretHeader,
  replaceCredentials,
} from "../../secrets/credentials.ts";
import type { SecretMatcher, SecretMatches } from "../../secrets/secret-matcher.ts";
import { SECRET_SCHEME } from "../../secrets/secret-names.ts";
import type { BodyChange, EndHop, HeaderList, OpenHop, WireRecord } from "../../wire/record.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import type { MaskFactory } from "./mask-factory.ts";
import { type MaskOptions, MaskStream, maskBytes, type SecretFinder } from "./mask-stream.ts";
import { MatcherCache } from "./matcher-cache.ts";
import { MemberMaskStream } from "./member-mask-stream.ts";
import { maskMembers } from "./member-secrets.ts";

/** Shorter values occur by chance. Values listed by the caller are masked at any length. */
const MIN_ECHO_LENGTH = 6;

const MATCHERS = new MatcherCache();

export class SecretMasker {
  readonly #createMask: MaskFactory;
  readonly #matcher: SecretFinder;
  /** Masks members of messages, and adds what they hold. */
  readonly #known: MatcherList | null;

  constructor(
    request: Pick<ExchangeRequest, "url" | "headers" | "secrets">,
    createMask: MaskFactory,
    known: KnownSecrets | null = null,
  ) {
    this.#createMask = createMask;
    const found = [
      ...request.headers.flatMap(([name, value]) => findSecretsInHeader(name, value)),
      ...findSecretsInUrl(request.url),
    ];
    const own = MATCHERS.get([...found, ...(request.secrets ?? [])]);
    this.#known = known && new MatcherList(own, known);
    this.#matcher = this.#known ?? own;
  }

  /** Creates a mask stream for the bytes of one body. */
  createMaskStream(options?: MaskOptions): MaskStream {
    return new MaskStream(this.#matcher, this.#createMask, options);
  }

  /** Creates a mask for members of a response whose names say that they are secret. */
  createMemberMask(): MemberMaskStream {
    return new MemberMaskStream(this.#createMask, (secrets) => this.addSecrets(secrets));
  }

  /** Masks these from now on in all of the recording. */
  addSecrets(secrets: readonly string[]): void {
    this.#known?.add(keepLong(secrets));
  }

  /** True if the text contains one of the secrets. */
  hasSecret(text: string): boolean {
    return this.#matcher.find(Buffer.from(text).toString("latin1")).hits.length > 0;
  }

  /** The record with its secrets masked. The bytes of `data` are already masked by a `MaskStream`. */
  maskRecord<R extends WireRecord>(record: R): R {
    switch (record.r) {
      case "open": {
        const { bodyB64, hop } = record;
        // First, as it may have what the URL and the headers repeat.
        const body = record.body === undefined ? undefined : this.#maskBody(record.body);
        const masked = {
          ...record,
          url: this.url(record.url),
          headers: this.headers(record.headers),
        };
        return {
          ...masked,
          ...(body !== undefined && { body }),
          ...(bodyB64 !== undefined && { bodyB64: this.#maskBase64(bodyB64) }),
          ...(hop !== undefined && { hop: this.#maskOpenHop(hop) }),
        };
      }
      case "redirect":
        return {
          ...record,
          location: this.url(record.location),
          headers: this.headers(record.headers),
        };
      case "head":
        return {
          ...record,
          ...(record.statusText !== undefined && { statusText: this.#maskText(record.statusText) }),
          headers: this.headers(record.headers),
        };
      case "end": {
        const { error, trailers, hop } = record;
        return {
          ...record,
          ...(error && { error: { ...error, message: this.url(error.message) } }),
          ...(trailers && { trailers: this.headers(trailers) }),
          ...(hop && { hop: this.#maskEndHop(hop) }),
        };
      }
      case "note":
        return { ...record, text: this.url(record.text) };
      case "edit": {
        const { members, text, note, headers, trailers } = record;
        return {
          ...record,
          ...(members !== undefined && { members: this.#maskText(members) }),
          ...(text !== undefined && { text: this.#maskText(text) }),
          ...(note !== undefined && { note: this.#maskText(note) }),
          ...(headers && { headers: this.headers(headers) }),
          ...(trailers && { trailers: this.headers(trailers) }),
        };
      }
      default:
        return record;
    }
  }

  url(text: string): string {
    return this.#maskText(maskUrl(text, this.#createMask));
  }

  headers(headers: HeaderList): HeaderList {
    return headers.map(([name, value]) => {
      const isMaskedWhole = !isBinaryHeader(name) || isSecretHeader(name);
      const maskedValue = isMaskedWhole ? value : this.#maskBase64(value);
      return [name, this.#maskText(maskHeader(name, maskedValue, this.#createMask))];
    });
  }

  #maskOpenHop(hop: OpenHop): OpenHop {
    const { received } = hop;
    if (!received) return hop;
    const { url, headers, changes } = received;
    const body = received.body === undefined ? undefined : this.#maskBody(received.body);
    return {
      ...hop,
      received: {
        url: this.url(url),
        headers: this.headers(headers),
        ...(body !== undefined && { body }),
        ...(changes && { changes: this.#maskChanges(changes) }),
      },
    };
  }

  #maskEndHop(hop: EndHop): EndHop {
    const { delivered } = hop;
    if (!delivered) return hop;
    const { headers, body, bodyB64, changes } = delivered;
    return {
      ...hop,
      delivered: {
        ...delivered,
        headers: this.headers(headers),
        body: this.#maskBody(body, true),
        ...(bodyB64 !== undefined && { bodyB64: this.#maskBase64(bodyB64) }),
        changes: this.#maskChanges(changes),
      },
    };
  }

  #maskChanges(changes: readonly BodyChange[]): BodyChange[] {
    return changes.map(({ path, from, to }) => ({
      path,
      from: this.url(from),
      to: to === null ? null : this.url(to),
    }));
  }

  /** Masks base64 bytes and keeps their length. Without a secret in it, the text stays unchanged. */
  #maskBase64(text: string): string {
    const bytes = Buffer.from(text, "base64");
    const masked = maskBytes(bytes, this.#matcher, this.#createMask, { keepsLength: true });
    return masked.equals(bytes) ? text : masked.toString("base64");
  }

  #maskBody(body: string, isAnswer = false): string {
    if (!this.#known) return this.#maskText(body);
    const { text, secrets } = maskMembers(body, this.#createMask, isAnswer);
    this.addSecrets(secrets);
    return this.#maskText(text);
  }

  #maskText(text: string): string {
    if (this.#matcher.isEmpty) return text;
    const bytes = Buffer.from(text);
    const masked = maskBytes(bytes, this.#matcher, this.#createMask);
    return masked.equals(bytes) ? text : masked.toString();
  }
}

/** The credentials in a pasted URL, in each form in which they may be echoed. */
export function findSecretsInUrl(url: string): string[] {
  const found = listUrlCredentials(url);
  for (const { from, to } of findUrlParameters(url)) {
    const value = url.slice(from, to);
    if (found.includes(decodeComponent(value)))
      found.push(value, decodeComponent(value.replaceAll("+", " ")));
    else if (KEY_PATTERN.test(value)) found.push(value);
  }
  return found;
}

/** A long value with letters and digits looks like a key, whatever its parameter's name. */
const KEY_PATTERN = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+-]{16,}$/;

function findSecretsInHeader(name: string, value: string): string[] {
  if (!isSecretHeader(name)) {
    return listUrlCredentials(value).flatMap((secret) =>
      keepLong([decodeComponent(secret), secret]),
    );
  }
  const found = findHeaderCredentials(name, value).flatMap(({ from, to }) => {
    const secret = value.slice(from, to);
    return [decodeComponent(secret), secret];
  });
  if (/cookie/i.test(name)) return keepLong(found);
  if (isBinaryHeader(name)) return keepLong([...found, ...decodeBinaryHeader(value)]);
  const scheme = SECRET_SCHEME.exec(value)?.[0];
  // An agent may echo the password itself, without the Basic encoding.
  if (/^basic/i.test(scheme ?? "")) {
    const pair = Buffer.from(value.slice(scheme?.length), "base64").toString();
    found.push(pair.slice(pair.indexOf(":") + 1));
  }
  // An unknown scheme is not part of the secret.
  if (scheme === undefined) found.push(/^[A-Za-z][\w-]* +(\S.*)$/.exec(value)?.[1] ?? "");
  return keepLong(found);
}

const listUrlCredentials = (url: string) =>
  keepLong(findUrlCredentials(url).map(({ from, to }) => decodeComponent(url.slice(from, to))));

const keepLong = (secrets: readonly string[]) =>
  secrets.filter(({ length }) => length >= MIN_ECHO_LENGTH);

function maskHeader(name: string, value: string, createMask: MaskFactory): string {
  if (!isSecretHeader(name)) return maskUrl(value, createMask);
  const mask = isBinaryHeader(name)
    ? (text: string) => createMask(decodeBinaryHeader(text).join() || text)
    : createMask;
  return replaceCredentials(value, findHeaderCredentials(name, value), mask);
}

/** Metadata of gRPC whose value is base64. */
const isBinaryHeader = (name: string) => /-bin$/i.test(name);

/** The values that are text: several of one name may have commas between them. */
const decodeBinaryHeader = (value: string): string[] =>
  value
    .split(",")
    .map((part) => Buffer.from(part, "base64"))
    .filter((bytes) => isUtf8(bytes))
    .map(String);

/** Works on text, without parsing, and so covers invalid URLs and text that contains URLs. */
function maskUrl(text: string, createMask: MaskFactory): string {
  return replaceCredentials(text, findUrlCredentials(text), (secret) =>
    createMask(decodeComponent(secret)),
  );
}

/** A message with more secrets, or longer ones, is no ordinary one; they are masked where they are. */
const MAX_ADDED = 32;
const MAX_LENGTH = 4096;

/**
 * Finds the secrets of one exchange and those of its recording, which may become more.
 *
 * Guarantees: a secret that the exchange has added is found as long as the exchange runs; memory and
 * time are bounded, whatever a message has.
 */
export class MatcherList implements SecretFinder {
  #own: readonly SecretMatcher[];
  readonly #known: KnownSecrets;
  /** Both, as long as the known ones are these. */
  #all: readonly SecretMatcher[] = [];
  #allOf: readonly SecretMatcher[] | null = null;
  #added = 0;

  constructor(own: SecretMatcher, known: KnownSecrets) {
    this.#own = own.isEmpty ? [] : [own];
    this.#known = known;
  }

  add(secrets: readonly string[]): void {
    const usable = secrets.filter(({ length }) => length <= MAX_LENGTH);
    const added = usable.slice(0, MAX_ADDED - this.#added);
    if (added.length === 0) return;
    this.#added += added.length;
    this.#own = [...new Set([...this.#own, ...this.#known.add(added)])];
    this.#allOf = null;
  }

  get isEmpty(): boolean {
    return this.#getMatchers().length === 0;
  }

  find(text: string): SecretMatches {
    const matchers = this.#getMatchers();
    const [first] = matchers;
    if (first && matchers.length === 1) return first.find(text);
    const all = matchers.map((matcher) => matcher.find(text));
    const weak = all.flatMap(({ weakStart }) => weakStart ?? []);
    return {
      hits: all.flatMap(({ hits }) => hits),
      openStarts: all.flatMap(({ openStarts }) => openStarts),
      weakStart: weak.length > 0 ? Math.min(...weak) : null,
    };
  }

  #getMatchers(): readonly SecretMatcher[] {
    const { matchers } = this.#known;
    if (this.#allOf !== matchers) {
      this.#all = [...new Set([...this.#own, ...matchers])];
      this.#allOf = matchers;
    }
    return this.#all;
  }
}
