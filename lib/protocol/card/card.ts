/** Agent card of any version, reduced to what is needed to call the agent. */

import { type OfferedExtension, readOfferedExtensions } from "../extensions.ts";
import { isArray, isObject, type JsonObject } from "../json.ts";
import { type Binding, parseVersion, type Version } from "../versions.ts";
import { type CardSecurity, readSecurity } from "./security.ts";
import { isLoopback } from "./unreachable-url.ts";

export interface AgentInterface {
  /** As written in the card; it may be relative or invalid. */
  readonly url: string;
  readonly binding: Binding;
  readonly version: Version;
  /** The version exactly as the card states it, if it does. */
  readonly statedVersion: string | null;
  /** The tenant, if one server serves several (1.0). */
  readonly tenant: string | null;
}

export interface AgentCard {
  readonly name: string;
  readonly description: string;
  readonly interfaces: readonly AgentInterface[];
  /** `null` if the card does not say. */
  readonly streaming: boolean | null;
  /** The extensions that can be requested. */
  readonly extensions: readonly OfferedExtension[];
  readonly examples: readonly string[];
  readonly security: CardSecurity;
  readonly raw: unknown;
}

export function readCard(raw: unknown): AgentCard | null {
  if (!isObject(raw)) return null;
  const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
  return {
    name: typeof raw.name === "string" && raw.name !== "" ? raw.name : "Unnamed agent",
    description: typeof raw.description === "string" ? raw.description : "",
    interfaces: readInterfaces(raw),
    streaming: typeof capabilities.streaming === "boolean" ? capabilities.streaming : null,
    extensions: readOfferedExtensions(capabilities),
    examples: readExamples(raw.skills),
    security: readSecurity(raw),
    raw,
  };
}

/** 1.0 lists interfaces; earlier versions have a main URL and optional additional ones. */
function readInterfaces(card: JsonObject): AgentInterface[] {
  if (isArray(card.supportedInterfaces) && card.supportedInterfaces.length > 0) {
    return card.supportedInterfaces.filter(isObject).flatMap((item) => {
      const stated = typeof item.protocolVersion === "string" ? item.protocolVersion : null;
      const tenant = typeof item.tenant === "string" && item.tenant !== "" ? item.tenant : null;
      const binding = item.protocolBinding ?? item.transport;
      return readInterface(item.url, binding, { stated, assumed: "1.0", tenant }) ?? [];
    });
  }
  const stated = typeof card.protocolVersion === "string" ? card.protocolVersion : null;
  const assumed = card.authentication !== undefined ? "0.1" : "0.3";
  const at = (url: unknown, binding: unknown) =>
    readInterface(url, binding, { stated, assumed, tenant: null }) ?? [];
  const main = [at(card.url, card.preferredTransport ?? "JSONRPC")].flat();
  const more = isArray(card.additionalInterfaces) ? card.additionalInterfaces.filter(isObject) : [];
  const others = more
    .flatMap((item) => at(item.url, item.transport))
    .filter(({ url, binding }) => !main.some((m) => m.url === url && m.binding === binding));
  return [...main, ...others];
}

/** Reads one interface of a card; `null` if it has no URL. */
export function readInterface(
  url: unknown,
  binding: unknown,
  versions: {
    readonly stated: string | null;
    readonly assumed: Version;
    readonly tenant: string | null;
  },
): AgentInterface | null {
  if (typeof url !== "string" || url === "") return null;
  const { stated, assumed, tenant } = versions;
  const version = (stated === null ? null : parseVersion(stated)) ?? assumed;
  return { url, binding: parseBinding(binding), version, statedVersion: stated, tenant };
}

function parseBinding(value: unknown): Binding {
  const word = typeof value === "string" ? value.toUpperCase().replace(/[^A-Z]/g, "") : "";
  if (word === "JSONRPC") return "jsonrpc";
  if (word === "HTTPJSON" || word === "REST") return "rest";
  return word === "GRPC" ? "grpc" : "unknown";
}

function readExamples(skills: unknown): string[] {
  if (!isArray(skills)) return [];
  return skills
    .filter(isObject)
    .flatMap((skill) => (isArray(skill.examples) ? skill.examples : []))
    .filter((example) => typeof example === "string")
    .slice(0, 12);
}

export interface Endpoint {
  /** Absolute. */
  readonly url: string;
  readonly binding: Binding;
  readonly version: Version;
  readonly tenant: string | null;
  /** Why this interface was chosen. */
  readonly why: string;
}

export const BINDING_NAMES: Readonly<Record<Binding, string>> = {
  jsonrpc: "JSON-RPC",
  rest: "HTTP+JSON",
  grpc: "gRPC",
  unknown: "an unknown binding",
};

/** The bindings that Loupe supports. */
export const SUPPORTED_BINDINGS: ReadonlySet<Binding> = new Set(["jsonrpc", "rest", "grpc"]);

/**
 * The endpoint for calling the agent: the first supported interface of the card. Without a card URL
 * (`null`), relative URLs cannot be resolved.
 */
export function selectEndpoint(card: AgentCard, cardUrl: string | null): Endpoint | string {
  if (card.interfaces.length === 0) return "The card lists no URL for calling the agent.";
  const index = card.interfaces.findIndex(({ binding }) => SUPPORTED_BINDINGS.has(binding));
  const chosen = card.interfaces[index];
  if (!chosen) {
    const offered = card.interfaces.map(({ binding }) => BINDING_NAMES[binding]).join(", ");
    return `The agent offers ${offered}; Loupe supports JSON-RPC, HTTP+JSON and gRPC.`;
  }
  const label = index === 0 ? "first interface" : "first interface that Loupe supports";
  const version = chosen.statedVersion ?? "not stated";
  return resolveEndpoint(
    chosen,
    cardUrl,
    `the card's ${label}: ${BINDING_NAMES[chosen.binding]}, version ${version}`,
  );
}

/** Resolves one interface of the card to an endpoint; an error message if that is not possible. */
export function resolveEndpoint(
  { url, binding, version, tenant }: AgentInterface,
  cardUrl: string | null,
  why: string,
): Endpoint | string {
  try {
    if (binding === "grpc") {
      const resolved = resolveGrpcUrl(url, cardUrl ?? "");
      return { url: resolved.url, binding, version, tenant, why: why + resolved.assumed };
    }
    return { url: new URL(url, cardUrl ?? undefined).href, binding, version, tenant, why };
  } catch {
    return `The card's URL is not valid: ${JSON.stringify(url.slice(0, 200))}`;
  }
}

interface GrpcUrl {
  /** Uses `http:` for plaintext and `https:` for TLS. */
  readonly url: string;
  /** Text to append to the reason of the choice; empty if nothing was assumed. */
  readonly assumed: string;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

const PLAINTEXT = new Set(["http", "grpc", "h2c"]);
const SECURE = new Set(["https", "grpcs"]);

/**
 * Cards give URLs of gRPC interfaces as a URL, as `grpc://`, with the name of a resolver, or as a
 * bare host and port. Throws the error of `URL` if it is invalid.
 */
function resolveGrpcUrl(stated: string, cardUrl: string): GrpcUrl {
  if (stated.startsWith("/")) return { url: new URL(stated, cardUrl).href, assumed: "" };
  const scheme = SCHEME.exec(stated)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? stated : stated.slice(scheme.length + "://".length);
  if (scheme !== undefined && PLAINTEXT.has(scheme)) return replaceScheme("http", rest, scheme);
  if (scheme !== undefined && SECURE.has(scheme)) return replaceScheme("https", rest, scheme);
  // `dns:///host:port` and `ipv4:host:port` name a gRPC resolver, not a protocol.
  const bare = stated.replace(/^(?:dns|ipv4|ipv6|passthrough):(?:\/\/[^/]*\/)?/i, "");
  const { hostname } = new URL(`http://${bare}`);
  if (isLoopback(hostname)) {
    const url = new URL(`http://${bare}`).href;
    return { url, assumed: "; no scheme given: plaintext assumed for this machine" };
  }
  return {
    url: new URL(`https://${bare}`).href,
    assumed: "; no scheme given: TLS assumed for another machine",
  };
}

function replaceScheme(scheme: "http" | "https", rest: string, stated: string): GrpcUrl {
  const how = scheme === "http" ? "plaintext" : "TLS";
  const assumed = scheme === stated ? "" : `; ${stated}:// means ${how}`;
  return { url: new URL(`${scheme}://${rest}`).href, assumed };
}
