/** Extension negotiation: what a card offers, a request asks for, and a response activates. */

import type { HeaderList } from "../wire/record.ts";
import { isArray, isObject } from "./json.ts";

export interface OfferedExtension {
  readonly uri: string;
  readonly description: string;
  /** Whether the agent rejects clients that do not request it. */
  readonly required: boolean;
}

/** The name of the header that lists extensions; before 1.0, it had an X- prefix. */
export function getExtensionsHeaderName(generation: "0.1" | "0.3" | "1.0"): string {
  return generation === "1.0" ? "A2A-Extensions" : "X-A2A-Extensions";
}

/** The header that requests extensions; none if there are none to request. */
export function createExtensionHeaders(
  generation: "0.1" | "0.3" | "1.0",
  uris: readonly string[],
): HeaderList {
  return uris.length === 0 ? [] : [[getExtensionsHeaderName(generation), uris.join(",")]];
}

/** The extensions in a card's `capabilities.extensions`; the first for each URI. */
export function readOfferedExtensions(capabilities: unknown): OfferedExtension[] {
  if (!isObject(capabilities) || !isArray(capabilities.extensions)) return [];
  const offered = new Map<string, OfferedExtension>();
  for (const item of capabilities.extensions) {
    if (!isObject(item) || typeof item.uri !== "string" || !isListable(item.uri)) continue;
    if (offered.has(item.uri)) continue;
    const { uri, description, required } = item;
    offered.set(uri, {
      uri,
      description: typeof description === "string" ? description : "",
      required: required === true,
    });
  }
  return [...offered.values()];
}

/** Whether a URI can be sent in a comma-separated header. */
function isListable(uri: string): boolean {
  return /^[!-+\--~]+$/.test(uri);
}

/** The extensions listed in either header; `null` if no header lists any. */
export function parseExtensionHeaders(headers: HeaderList): readonly string[] | null {
  const lists = headers.filter(([name]) => /^(?:x-)?a2a-extensions$/i.test(name));
  if (lists.length === 0) return null;
  return lists.flatMap(([, value]) =>
    value
      .split(",")
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ""),
  );
}

const STREAMING_TAIL = "/ui/streaming/v1";

/** Whether it is the extension that streams messages as patches, on any host. */
export function isStreamingExtension(uri: string): boolean {
  return uri.endsWith(STREAMING_TAIL);
}

/** The extensions requested by default: those the agent requires and those Loupe reads. */
export function getDefaultExtensions(offered: readonly OfferedExtension[]): string[] {
  return offered
    .filter(({ uri, required }) => required || isStreamingExtension(uri))
    .map(({ uri }) => uri);
}

/** The outcome of an extension: `silent` if the response does not confirm it. */
export type ExtensionAgreement = "waiting" | "activated" | "silent" | "unasked";

/** Each extension listed in a request or its response, in that order. */
export function getExtensionAgreements(
  request: HeaderList,
  answer: HeaderList | null,
): { readonly uri: string; readonly agreement: ExtensionAgreement }[] {
  const requested = new Set(parseExtensionHeaders(request) ?? []);
  const echoed = new Set((answer && parseExtensionHeaders(answer)) ?? []);
  return [...new Set([...requested, ...echoed])].map((uri) => {
    if (!requested.has(uri)) return { uri, agreement: "unasked" };
    if (!answer) return { uri, agreement: "waiting" };
    return { uri, agreement: echoed.has(uri) ? "activated" : "silent" };
  });
}
