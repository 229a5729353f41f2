/**
 * Agent card of a replay: the recorded card with its URLs rewritten to the replay, or a minimal card
 * made from the recorded exchanges.
 *
 * Guarantees: no endpoint URL leads to the recorded agent; if the log covers only some of the card's
 * interfaces, only those are offered; signatures, which would no longer be valid, are removed.
 */
import { isStreamingOperation } from "../../protocol/call.ts";
import { isCardUrl } from "../../protocol/card/candidates.ts";
import { readInterface } from "../../protocol/card/card.ts";
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Binding, Version } from "../../protocol/versions.ts";
import type { ReplaySource } from "./replay-source.ts";

interface ReplayCard {
  readonly value: unknown;
  /** How it differs from the recorded card. */
  readonly note: string;
}

export function isCardPath(path: string, { card }: ReplaySource): boolean {
  const bare = path.replace(/[?#].*$/s, "");
  return isCardUrl(bare) || (card !== null && bare === getPath(card.url, card.url));
}

export function createReplayCard(source: ReplaySource, base: string): ReplayCard {
  const { card } = source;
  if (!card)
    return {
      value: createMinimalCard(source, base),
      note: "Agent card made from the recorded exchanges.",
    };
  const isSigned = card.value.signatures !== undefined;
  const note = `The recorded card with its URLs changed to this server${isSigned ? " and its signatures removed" : ""}.`;
  return { value: rewriteCardUrls(card.value, source, base), note };
}

/** Rewrites a card's endpoint URLs to this server. */
export function rewriteCardUrls(card: JsonObject, source: ReplaySource, base: string): JsonObject {
  const from = source.card?.url ?? "http://agent.invalid/";
  const { signatures, ...rest } = card;
  const here = (url: unknown) => base + getPath(typeof url === "string" ? url : "", from);
  const offered = (list: unknown) => {
    const all = isArray(list) ? list.filter(isObject) : [];
    const able = all.filter((it) => isRecordedInterface(it, source));
    return (able.length > 0 ? able : all).map((it) => ({ ...it, url: here(it.url) }));
  };
  const preferred = getPreferredTransport(card, source);
  return {
    ...rest,
    ...(rest.url !== undefined && { url: here(rest.url) }),
    ...(preferred !== null && { preferredTransport: preferred }),
    ...(isArray(rest.supportedInterfaces) && {
      supportedInterfaces: offered(rest.supportedInterfaces),
    }),
    ...(isArray(rest.additionalInterfaces) && {
      additionalInterfaces: offered(rest.additionalInterfaces),
    }),
  };
}

const TRANSPORTS: Readonly<Record<Binding, string | null>> = {
  jsonrpc: "JSONRPC",
  rest: "HTTP+JSON",
  grpc: null,
  unknown: null,
};

/** A recorded binding to prefer if the log does not cover the card's main one. */
function getPreferredTransport(card: JsonObject, source: ReplaySource): string | null {
  if (card.url === undefined) return null;
  const main = readInterface(card.url, card.preferredTransport ?? "JSONRPC", UNSTATED_VERSION);
  const recorded = getBindings(source);
  if (recorded.length === 0 || recorded.some((it) => it === main?.binding)) return null;
  return TRANSPORTS[recorded[0] ?? "unknown"];
}

const UNSTATED_VERSION = { stated: null, assumed: "0.3", tenant: null } as const;

function isRecordedInterface(offered: JsonObject, source: ReplaySource): boolean {
  const binding = offered.protocolBinding ?? offered.transport;
  const stated = typeof offered.protocolVersion === "string" ? offered.protocolVersion : null;
  const found = readInterface(offered.url, binding, { ...UNSTATED_VERSION, stated });
  return source.exchanges.some(
    (it) =>
      it.operation !== null &&
      it.binding === found?.binding &&
      (stated === null || getEncodingVersion(it.version) === getEncodingVersion(found.version)),
  );
}

/** The path to append to a base, from a URL that may be relative to the card's. */
function getPath(url: string, from: string): string {
  const found = URL.canParse(url, from) ? new URL(url, from) : null;
  return found ? (found.pathname + found.search).replace(/\/$/, "") : "";
}

function getBindings({ exchanges }: ReplaySource): Binding[] {
  const called = exchanges.filter(({ operation }) => operation !== null);
  const found = [...new Set(called.map(({ binding }) => binding))];
  return found.filter((it) => TRANSPORTS[it] !== null);
}

/** The protocol version of most calls in the log. */
export function getMainVersion({ exchanges }: ReplaySource): Version {
  const counts = new Map<Version, number>();
  for (const { version, operation } of exchanges) {
    if (operation !== null) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  const known = [...counts].filter(([version]) => version !== "unknown" && version !== "blog");
  return known.sort((a, b) => b[1] - a[1])[0]?.[0] ?? "1.0";
}

function createMinimalCard(source: ReplaySource, base: string): unknown {
  const version = getMainVersion(source);
  const bindings = getBindings(source);
  const offered = bindings.length > 0 ? bindings : (["jsonrpc"] as const);
  const urls = offered.map((it) => ({ url: base, transport: TRANSPORTS[it] }));
  const streaming = source.exchanges.some(
    ({ operation }) => operation !== null && isStreamingOperation(operation),
  );
  const common = {
    name: source.name ?? "Recorded agent",
    description: "A recorded agent, replayed by Loupe.",
    version: "recorded",
    capabilities: { streaming, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  switch (getEncodingVersion(version)) {
    case "1.0":
      return {
        ...common,
        supportedInterfaces: urls.map(({ url, transport }) => ({
          url,
          protocolBinding: transport,
          protocolVersion: version === "unknown" ? "1.0" : version,
        })),
      };
    case "0.3":
      return {
        ...common,
        protocolVersion: version === "0.2" ? "0.2.5" : "0.3.0",
        url: base,
        preferredTransport: urls[0]?.transport,
        additionalInterfaces: urls.map(({ url, transport }) => ({ url, transport })),
      };
    default:
      return { ...common, url: base, authentication: { schemes: [] } };
  }
}
