/** Errors for the user that explain why an agent has no usable card. */

import type { CardAttempt } from "../api/api-types.ts";
import type { Endpoint } from "../protocol/card/card.ts";
import type { OfferedCard } from "../protocol/card/shared-card.ts";
import type { UserFacingError } from "./user-facing-error.ts";

interface SearchResult {
  readonly grpc: Endpoint | null;
  /** The response at the address's own card location that asks for credentials. */
  readonly denied: CardAttempt | null;
  readonly offered: OfferedCard | null;
}

const NOTHING_FOUND: SearchResult = { grpc: null, denied: null, offered: null };

/** Explains why no card was found, by the attempt that got furthest. */
export function createNoCardError(
  tried: readonly CardAttempt[],
  { grpc, denied, offered }: SearchResult = NOTHING_FOUND,
): UserFacingError {
  const details = tried.map(({ url, outcome }) => `${url}\n  ${outcome}`).join("\n");
  if (denied) return { ...createDeniedError(denied, "The card needs credentials"), details };
  if (offered) return { ...createElsewhereError(offered), details };
  if (grpc) return { ...createGrpcOnlyError(grpc), details };
  const http2 = tried.find(({ outcome }) => HTTP2_ONLY.test(outcome));
  if (http2) return { ...createHttp2OnlyError(tried.at(-1) ?? http2), details };
  const responses = tried.filter(({ status }) => status !== null);
  if (responses.length === 0) return { ...createConnectionError(tried[0]), details };
  const ok = responses.find(({ status }) => status !== null && status >= 200 && status < 300);
  return { ...(ok ? createNotACardError(ok) : createRejectionError(responses)), details };
}

type ErrorWithoutDetails = Omit<UserFacingError, "details">;

interface ErrorPattern extends Omit<ErrorWithoutDetails, "what"> {
  readonly pattern: RegExp;
}

/** Messages of the system and what they mean; the first match is shown. */
const CONNECTION_ERRORS: readonly ErrorPattern[] = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN|getaddrinfo/,
    who: "Network",
    title: "Host not found (DNS)",
    remedy: "Check the spelling of the host name. An internal name may need your VPN.",
  },
  {
    pattern: /ECONNREFUSED/,
    who: "Network",
    title: "Nothing is listening there (connection refused)",
    remedy: "Start the agent, or check the port.",
  },
  {
    pattern: /redirects/,
    who: "HTTP",
    title: "The redirects failed",
    remedy: "Paste the address they should lead to. The server's redirects need fixing.",
  },
  {
    pattern: /headers (?:are longer|come in more|exceed)/,
    who: "Loupe",
    title: "The response headers are too large",
    remedy: "Make the server, or a proxy in between, send fewer headers.",
  },
  {
    pattern: /certificate|self.signed|\bTLS\b|\bSSL\b|handshake|EPROTO/i,
    who: "Network",
    title: "TLS connection failed",
    remedy: "Choose how to trust this agent, or use http:// if it has no TLS.",
  },
  {
    pattern: /was received|no connection|ETIMEDOUT/i,
    who: "Network",
    title: "No response in time",
    remedy: "Check that the agent is running and the address is right.",
  },
];

const BLOCKED_ADDRESS_ERROR: Omit<ErrorWithoutDetails, "what"> = {
  who: "Loupe",
  title: "Address blocked by Loupe",
  remedy: "Use the agent's own address.",
};

const UNKNOWN_ERROR: Omit<ErrorWithoutDetails, "what"> = {
  who: "Network",
  title: "Couldn't reach the agent",
  remedy: "Check that the agent is running and the address is right.",
};

const PASTE_CARD_REMEDY =
  "Paste the card's full URL or the card itself as JSON. An endpoint can be called without a card.";

const HTTP2_ONLY = /HTTP\/2 alone|only HTTP\/2/;

function createGrpcOnlyError({ url, version }: Endpoint): ErrorWithoutDetails {
  return {
    who: "A2A",
    title: "gRPC port without an agent card",
    what: `${url} accepts A2A ${version} calls over gRPC only.`,
    remedy: "Call it over gRPC, or paste the card or the address that serves it.",
  };
}

function createHttp2OnlyError({ url, outcome }: CardAttempt): ErrorWithoutDetails {
  return {
    who: "HTTP",
    title: "The port accepts HTTP/2 only",
    what: `${url}: ${outcome}`,
    remedy: "Paste the address that serves the card, or the card itself.",
  };
}

function createConnectionError(attempt: CardAttempt | undefined): ErrorWithoutDetails {
  const outcome = attempt?.outcome ?? "";
  const found = CONNECTION_ERRORS.find(({ pattern }) => pattern.test(outcome));
  const other = attempt?.by === "loupe" ? BLOCKED_ADDRESS_ERROR : UNKNOWN_ERROR;
  const { who, title, remedy } = found ?? other;
  return { who, title, remedy, what: outcome || "There is no address to try." };
}

function createNotACardError({ url, outcome, cause }: CardAttempt): ErrorWithoutDetails {
  if (cause !== "complete") {
    const isLimit = cause === "limit";
    const title = isLimit ? "Too long for a card" : "The response is incomplete";
    const remedy = "Open the address in a browser and check that it returns a complete card.";
    return { who: isLimit ? "Loupe" : "HTTP", title, what: `${url}: ${outcome}`, remedy };
  }
  const isJson = outcome.includes("not an agent card");
  const error = { what: `${url}: ${outcome}`, remedy: PASTE_CARD_REMEDY };
  return isJson
    ? { ...error, who: "A2A", title: "JSON, but not an agent card" }
    : { ...error, who: "HTTP", title: "Not JSON" };
}

function createDeniedError({ url, outcome }: CardAttempt, title: string): ErrorWithoutDetails {
  return {
    who: "HTTP",
    title,
    what: `${url}: ${outcome}`,
    remedy:
      "Add credentials, or serve the card without authentication, as the protocol recommends.",
  };
}

function createElsewhereError({ name, path, place, address }: OfferedCard): ErrorWithoutDetails {
  return {
    who: "A2A",
    title: `No card at ${path}`,
    what: `Found “${name}” ${place}. It does not list this address, so it may be another agent.`,
    remedy: `Use it, which connects to ${address}, or call this address without a card.`,
  };
}

function createRejectionError(responses: readonly CardAttempt[]): ErrorWithoutDetails {
  const denied = responses.find(({ status }) => status === 401 || status === 403);
  if (denied) return createDeniedError(denied, "Authentication required");
  const statuses = responses.map(({ status }) => status ?? 0);
  const broken = statuses.find((status) => status >= 500);
  if (broken !== undefined) {
    return {
      who: "HTTP",
      title: `Server error (HTTP ${broken})`,
      what: "The server was reached but failed to handle the request.",
      remedy: "Check the server's log, then try again.",
    };
  }
  return {
    who: "HTTP",
    title: "No agent card",
    what: "The server responds, but serves no agent card at any of the usual paths.",
    remedy: PASTE_CARD_REMEDY,
  };
}

/** A card was found, but it has no usable interface. */
export function createUnusableCardError(what: string, text: string): UserFacingError {
  return {
    who: "A2A",
    title: "The card has no interface that Loupe can call",
    what,
    remedy:
      "Add an interface with an absolute URL to the card, or call the endpoint without a card.",
    details: text,
  };
}
