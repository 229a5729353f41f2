/**
 * What one place answered that may have a card: the facts, and a sentence that says whose doing it
 * is and what would help.
 */
import { mayServeCard } from "../protocol/card/candidates.ts";
import { looksLikeCard } from "../protocol/card/detect-card.ts";
import type { CardAttempt } from "../wire/api-types.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { DataRecord, EndRecord, HeaderList, WireRecord } from "../wire/record.ts";

/** Put together from the records of one exchange. */
export class CardResponse {
  /** Something answered, be it only a redirect. */
  hasResponse = false;
  readonly url: string;
  status: number | null = null;
  contentType: string | null = null;
  challenge: string | null = null;
  bytes = 0;
  #startTime = 0;
  readonly #data: Buffer[] = [];

  /** `url` is where it was asked for. */
  constructor(url: string) {
    this.url = url;
  }

  addRecord(record: WireRecord): void {
    if (record.r === "open") this.#startTime = record.t ?? 0;
    if (record.r === "head" || record.r === "redirect") this.hasResponse = true;
    if (record.r === "head") {
      this.status = record.status;
      this.contentType = getHeaderValue(record.headers, "content-type");
      this.challenge = getChallenge(record.headers);
    }
    if (record.r !== "data") return;
    const bytes = getRecordBytes(record);
    this.bytes += bytes.length;
    this.#data.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.#data).toString("utf8");
  }

  toAttempt(end: EndRecord): Omit<CardAttempt, "url" | "exchange" | "outcome"> {
    const { status, contentType, bytes, challenge } = this;
    const by = end.error?.by;
    const ms = Math.max(0, Math.round((end.t ?? 0) - this.#startTime));
    const { limit } = end;
    return {
      status,
      ...(by && { by }),
      ...(limit && { limit }),
      cause: end.cause,
      contentType,
      bytes,
      ms,
      challenge,
    };
  }
}

/** `identified`: credentials were sent along. */
export function classifyCardResponse(
  answer: CardResponse,
  end: EndRecord,
  identified: boolean,
): { isCard: boolean; outcome: string } {
  const { status, challenge } = answer;
  const no = (outcome: string) => ({ isCard: false, outcome });
  if (status === null) return no(describeFailure(answer, end));
  const http = `HTTP ${status}`;
  if (status === 401 || status === 403) {
    return no(
      `${http}: ${describeDenial(status, identified)}${challenge ? ` It asks for: ${challenge}` : ""}`,
    );
  }
  if (status >= 500) return no(`${http}: the server itself failed.`);
  if (status < 200 || status > 299) return no(`${http}${getTlsHint(answer)}.`);
  if (end.cause === "limit") return no(`${http}, and too long for a card: ${end.error?.message}`);
  if (end.cause !== "complete") return no(`${http}, cut off: ${end.error?.message ?? end.cause}`);
  const flaw = findCardFlaw(answer);
  if (flaw !== null) return no(`${http}, but ${flaw}.`);
  return { isCard: true, outcome: `${http}, an agent card.` };
}

function describeDenial(status: number, identified: boolean): string {
  if (status === 401) {
    return identified
      ? "the server does not accept the credentials that were sent."
      : "the server wants credentials, and none were sent.";
  }
  return identified
    ? "the server refuses access with the credentials that were sent."
    : "the server refuses access; no credentials were sent.";
}

/** By the system's code: what it means for somebody who typed an address. */
const MEANING_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there: is the agent running, and on this port?",
  ENOTFOUND: "There is no host of this name: check its spelling.",
  EAI_AGAIN: "The name could not be looked up: is there a connection to the name server?",
  EHOSTUNREACH: "The host cannot be reached from here.",
  ENETUNREACH: "The host's network cannot be reached from here.",
};

function describeFailure(answer: CardResponse, { cause, error }: EndRecord): string {
  const said = error?.message ?? `No answer (${cause}).`;
  const meaning = MEANING_BY_CODE[error?.code ?? ""];
  if (meaning) return `${meaning} (${said})`;
  if (error?.code?.startsWith("HPE_")) {
    return `${describeServer(answer.text)} (${said})`;
  }
  return said;
}

/** What answers, by the bytes in which nothing of HTTP/1.1 could be read. */
function describeServer(text: string): string {
  if (text.charCodeAt(0) === TLS_ALERT) return "It speaks TLS: try https://.";
  if (isHttp2Frame(text)) return "It speaks HTTP/2 alone, as gRPC servers do.";
  return "What answers is no HTTP server.";
}

/** What an HTTP/2 server sends first: a frame of settings, of the connection as a whole. */
export function isHttp2Frame(text: string): boolean {
  const code = (at: number) => text.charCodeAt(at);
  return text.length >= 9 && code(0) === 0 && code(1) === 0 && code(3) === 4;
}

/** The first byte of what a TLS server says to a greeting that is none. */
const TLS_ALERT = 0x15;

function getTlsHint({ status, text }: CardResponse): string {
  return status === 400 && /\bHTTPS\b/.test(text.slice(0, 1000))
    ? ": the server speaks TLS at this port; try https://"
    : "";
}

function findCardFlaw({ text, contentType, url }: CardResponse): string | null {
  if (text.trim() === "") return "the body is empty";
  const value = parseJson(text);
  if (value === undefined) {
    const isPage = /^text\/html\b/i.test(contentType ?? "") || /^\s*<(!doctype|html)\b/i.test(text);
    return isPage ? "it is a web page, and the body is not JSON" : "the body is not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "the JSON is not an agent card: it is no object";
  }
  if (Object.hasOwn(value, "jsonrpc")) {
    return "the JSON is not an agent card but a JSON-RPC answer: this may be the agent's endpoint";
  }
  if (looksLikeCard(value, mayServeCard(url))) return null;
  return "the JSON is not an agent card: it has too few of the members of one (name, url or supportedInterfaces, capabilities, skills)";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/** Two challenges may stand in one header or in two: that means the same. */
function getChallenge(headers: HeaderList): string | null {
  const all = headers.filter(([name]) => name.toLowerCase() === "www-authenticate");
  return all.length > 0 ? all.map(([, value]) => value).join(", ") : null;
}

function getRecordBytes({ text, b64 }: DataRecord): Buffer {
  return text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text);
}
