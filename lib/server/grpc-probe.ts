/**
 * Finds out whether a port that does not answer HTTP/1.1 serves A2A over gRPC: it is asked for a
 * task that does not exist, in each generation that has a service of its own.
 *
 * Guarantees: each try is a recorded exchange; nothing changes at the agent; no headers that a user
 * gave are sent.
 */
import { randomUUID } from "node:crypto";
import { PROBE_CALL } from "../protocol/card/probe-call.ts";
import { encodeCall } from "../protocol/encode/encode.ts";
import { readGrpcStatus } from "../protocol/grpc/status.ts";
import type { CardAttempt, ConnectRequest, GrpcEndpoint } from "../wire/api-types.ts";
import type { EndRecord, HeaderList, WireRecord } from "../wire/record.ts";
import { CardResponse, isHttp2Frame } from "./card-response.ts";
import { getCardLimits } from "./exchange-limits.ts";
import type { Library } from "./library.ts";

export interface GrpcProbeResult {
  /** What was asked and answered; empty where it does not speak HTTP/2 either. */
  readonly tried: readonly CardAttempt[];
  /** Where A2A can be called over gRPC. */
  readonly endpoint: GrpcEndpoint | null;
}

const PROBED_VERSIONS = ["1.0", "0.3"] as const;

/** The status for a service or a method that a server does not have. */
const UNIMPLEMENTED = 12;

export async function probeGrpc(
  library: Library,
  at: string,
  recording: string,
  request: ConnectRequest,
): Promise<GrpcProbeResult> {
  const { origin } = new URL(at);
  const tried: CardAttempt[] = [];
  for (const version of PROBED_VERSIONS) {
    const id = randomUUID();
    const call = encodeCall(PROBE_CALL, { url: origin, binding: "grpc", version, id, freshId: id });
    const answer = new CardResponse(call.url);
    let headers: HeaderList = [];
    const observe = (record: WireRecord) => {
      answer.addRecord(record);
      if (record.r === "head") headers = record.headers;
    };
    const { exchange, done } = await library.start(
      { ...call, recording, ...(request.tls && { tls: request.tls }) },
      { getLimits: getCardLimits, observe },
    );
    const end = await done;
    if (answer.status === null) return { tried, endpoint: null };
    const isGrpc = isGrpcType(answer.contentType);
    const isServed = isGrpc && getGrpcStatusCode(headers, end) !== UNIMPLEMENTED;
    const outcome = describeOutcome(answer, version, isGrpc, isServed);
    tried.push({ url: call.url, exchange, ...answer.toAttempt(end), outcome });
    if (isServed) return { tried, endpoint: { url: origin, version } };
    if (!isGrpc) break;
  }
  return { tried, endpoint: null };
}

function isGrpcType(contentType: string | null): boolean {
  return /^application\/grpc\b/i.test(contentType ?? "");
}

/** A refusal without a message has its status among the headers. */
function getGrpcStatusCode(headers: HeaderList, { trailers = [] }: EndRecord): number | null {
  return (readGrpcStatus(trailers) ?? readGrpcStatus(headers))?.code ?? null;
}

function describeOutcome(
  { status }: CardResponse,
  version: string,
  isGrpc: boolean,
  isServed: boolean,
): string {
  if (isServed) return `It speaks gRPC, and answers calls of A2A ${version}.`;
  if (isGrpc) return `It speaks gRPC, but has no service of A2A ${version}.`;
  return `HTTP ${status} over HTTP/2: it speaks HTTP/2 alone, and not gRPC. Loupe calls JSON-RPC and HTTP+JSON over HTTP/1.1.`;
}

/** May what answered like this speak HTTP/2 alone? Asked of the first answer of a port. */
export function isLikelyHttp2Only(answer: CardResponse, { cause, error }: EndRecord): boolean {
  const { status, text, contentType } = answer;
  if (status !== null) return isGrpcType(contentType) || requiresHttp2(answer);
  if (isHttp2Frame(text)) return true;
  // A server that offers HTTP/2 alone refuses a client that does not ask for it.
  if (cause === "tls") return /NO_APPLICATION_PROTOCOL/i.test(`${error?.code} ${error?.message}`);
  return cause === "reset" && answer.bytes === 0;
}

/** Servers say in words what they take no request without. */
function requiresHttp2({ status, text }: CardResponse): boolean {
  return (
    (status === 400 || status === 426 || status === 505) && /HTTP\/2/i.test(text.slice(0, 1000))
  );
}
