/** Failures in words: whose doing it is, what happened, what the answer was, what to do. */

import type { Endpoint } from "../protocol/card/card.ts";
import type { CardAttempt } from "../wire/api-types.ts";
import { ApiClientError } from "./api-client.ts";

export type ErrorSource = "Loupe" | "Network" | "HTTP" | "JSON-RPC" | "A2A" | "Agent";

export interface UserFacingError {
  readonly who: ErrorSource;
  /** A few words. */
  readonly title: string;
  readonly what: string;
  readonly remedy: string | null;
  /** The exact answer, where there was one. */
  readonly details: string | null;
}

/** Why none of the places where a card may be had one: the attempt that came furthest tells. */
export function createNoCardError(
  tried: readonly CardAttempt[],
  grpc: Endpoint | null = null,
): UserFacingError {
  const details = tried.map(({ url, outcome }) => `${url}\n  ${outcome}`).join("\n");
  if (grpc) return { ...createGrpcOnlyError(grpc), details };
  const http2 = tried.find(({ outcome }) => HTTP2_ONLY.test(outcome));
  if (http2) return { ...createHttp2OnlyError(tried.at(-1) ?? http2), details };
  const answered = tried.filter(({ status }) => status !== null);
  if (answered.length === 0) return { ...createConnectionError(tried[0]), details };
  const ok = answered.find(({ status }) => status !== null && status >= 200 && status < 300);
  return { ...(ok ? createNotACardError(ok) : createRejectionError(answered)), details };
}

type ErrorWithoutDetails = Omit<UserFacingError, "details">;

interface ErrorPattern extends Omit<ErrorWithoutDetails, "what"> {
  readonly pattern: RegExp;
}

/** What the system says, and what it means; the first that fits is shown. */
const CONNECTION_ERRORS: readonly ErrorPattern[] = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN|getaddrinfo/,
    who: "Network",
    title: "The name was not found (DNS)",
    remedy: "Check the spelling of the host; an internal name may need your VPN.",
  },
  {
    pattern: /ECONNREFUSED/,
    who: "Network",
    title: "Nothing listens there (connection refused)",
    remedy: "Start the agent, or check the port.",
  },
  {
    pattern: /redirects/,
    who: "HTTP",
    title: "The redirects lead nowhere",
    remedy: "Paste the address they should lead to; the server's redirects need mending.",
  },
  {
    pattern: /answer's headers (?:are longer|come in more)/,
    who: "Loupe",
    title: "The headers are too long to be read",
    remedy: "Have the server, or what is in between, send fewer of them.",
  },
  {
    pattern: /certificate|self.signed|\bTLS\b|\bSSL\b|handshake|EPROTO/i,
    who: "Network",
    title: "The TLS connection failed",
    remedy: "Choose how to trust this agent, or use http:// where it has no TLS.",
  },
  {
    pattern: /Nothing was received|There was no connection|ETIMEDOUT/,
    who: "Network",
    title: "No answer in time",
    remedy: "Is the agent running, and is the address right?",
  },
];

const BLOCKED_ADDRESS_ERROR: Omit<ErrorWithoutDetails, "what"> = {
  who: "Loupe",
  title: "Loupe does not call this address",
  remedy: "Use the agent's own address.",
};

const UNKNOWN_ERROR: Omit<ErrorWithoutDetails, "what"> = {
  who: "Network",
  title: "The agent was not reached",
  remedy: "Is the agent running, and is the address right?",
};

const HTTP2_ONLY = /HTTP\/2 alone/;

function createGrpcOnlyError({ url, version }: Endpoint): ErrorWithoutDetails {
  return {
    who: "A2A",
    title: "A gRPC port, which serves no card",
    what: `${url} answers calls of A2A ${version} over gRPC, and nothing else.`,
    remedy: "Call it over gRPC, or paste the card or the address where the card is served.",
  };
}

function createHttp2OnlyError({ url, outcome }: CardAttempt): ErrorWithoutDetails {
  return {
    who: "HTTP",
    title: "The port speaks HTTP/2 alone",
    what: `${url}: ${outcome}`,
    remedy: "Paste the address where the card is served, or the card itself.",
  };
}

function createConnectionError(attempt: CardAttempt | undefined): ErrorWithoutDetails {
  const outcome = attempt?.outcome ?? "";
  const found = CONNECTION_ERRORS.find(({ pattern }) => pattern.test(outcome));
  const other = attempt?.by === "loupe" ? BLOCKED_ADDRESS_ERROR : UNKNOWN_ERROR;
  const { who, title, remedy } = found ?? other;
  return { who, title, remedy, what: outcome || "There was no address to try." };
}

function createNotACardError({ url, outcome, cause }: CardAttempt): ErrorWithoutDetails {
  if (cause !== "complete") {
    const isLimit = cause === "limit";
    const title = isLimit ? "Too long for a card" : "The answer broke off";
    const remedy = "Open the address in a browser: is that the card, and does it end?";
    return { who: isLimit ? "Loupe" : "HTTP", title, what: `${url}: ${outcome}`, remedy };
  }
  const isJson = outcome.includes("not an agent card");
  const at = {
    remedy:
      "Paste the card's full URL, or the card itself as JSON; an endpoint can be called without one.",
  };
  return isJson
    ? { ...at, who: "A2A", title: "JSON, but no agent card", what: `${url}: ${outcome}` }
    : { ...at, who: "HTTP", title: "Not JSON", what: `${url}: ${outcome}` };
}

function createRejectionError(answered: readonly CardAttempt[]): ErrorWithoutDetails {
  const denied = answered.find(({ status }) => status === 401 || status === 403);
  if (denied) {
    return {
      who: "HTTP",
      title: "The server wants to know who asks",
      what: `${denied.url}: ${denied.outcome}`,
      remedy: "Give credentials, or serve the card without them, as the protocol recommends.",
    };
  }
  const statuses = answered.map(({ status }) => status ?? 0);
  const broken = statuses.find((status) => status >= 500);
  if (broken !== undefined) {
    return {
      who: "HTTP",
      title: `The server failed (HTTP ${broken})`,
      what: "It was reached, and could not answer.",
      remedy: "Look at the server's own log, then try again.",
    };
  }
  return {
    who: "HTTP",
    title: "No agent card",
    what: "The server answers, but serves no agent card at any of the usual places.",
    remedy:
      "Paste the card's full URL, or the card itself as JSON; an endpoint can be called without one.",
  };
}

/** A card was found, but there is nothing in it to call. */
export function createUnusableCardError(what: string, text: string): UserFacingError {
  return {
    who: "A2A",
    title: "The card names nothing that Loupe can call",
    what,
    remedy: "Add an interface with an absolute URL to the card, or call the endpoint without it.",
    details: text,
  };
}

/** The request names a credential that is not there. */
export function createMissingCredentialError(what: string): UserFacingError {
  const remedy = "Give credentials for that origin, or take the name out of the request.";
  return { who: "Loupe", title: "Not sent", what, remedy, details: null };
}

export function toUserFacingError(error: unknown, title: string): UserFacingError {
  const what = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof ApiClientError ? error.hint : null;
  return { who: "Loupe", title, what, remedy, details: null };
}
