/** Extensions as they are agreed on: what a card offers, a request asks for and an answer echoes. */

import type { HeaderList } from "../wire/record.ts";
import { isArray, isObject } from "./json.ts";

export interface OfferedExtension {
  readonly uri: string;
  readonly description: string;
  /** The agent refuses who does not ask for it. */
  readonly required: boolean;
}

/** The header that lists extensions; before 1.0 it was an X- header. */
export function getExtensionsHeaderName(generation: "0.1" | "0.3" | "1.0"): string {
  return generation === "1.0" ? "A2A-Extensions" : "X-A2A-Extensions";
}

/** The header that asks for extensions; none where there is nothing to ask for. */
export function createExtensionHeaders(
  generation: "0.1" | "0.3" | "1.0",
  uris: readonly string[],
): HeaderList {
  return uris.length === 0 ? [] : [[getExtensionsHeaderName(generation), uris.join(",")]];
}

/** What a card's `capabilities.extensions` offers; the first of each URI. */
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

/** Can it stand in a header that separates URIs by commas? */
function isListable(uri: string): boolean {
  return /^[!-+\--~]+$/.test(uri);
}

/** The extensions that headers list, in either spelling; `null` where none of them lists any. */
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

/** Is it the extension by which messages are streamed as patches, whoever hosts it? */
export function isStreamingExtension(uri: string): boolean {
  return uri.endsWith(STREAMING_TAIL);
}

/** Those who ask for nothing else ask for what the agent requires and for what Loupe reads. */
export function getDefaultExtensions(offered: readonly OfferedExtension[]): string[] {
  return offered
    .filter(({ uri, required }) => required || isStreamingExtension(uri))
    .map(({ uri }) => uri);
}

/** What became of an extension: `silent` where the answer does not say that it is active. */
export type ExtensionAgreement = "waiting" | "activated" | "silent" | "unasked";

/** Each extension that a request listed, or its answer, in that order. */
export function getExtensionAgreements(
  request: HeaderList,
  answer: HeaderList | null,
): { readonly uri: string; readonly agreement: ExtensionAgreement }[] {
  const asked = new Set(parseExtensionHeaders(request) ?? []);
  const echoed = new Set((answer && parseExtensionHeaders(answer)) ?? []);
  return [...new Set([...asked, ...echoed])].map((uri) => {
    if (!asked.has(uri)) return { uri, agreement: "unasked" };
    if (!answer) return { uri, agreement: "waiting" };
    return { uri, agreement: echoed.has(uri) ? "activated" : "silent" };
  });
}
