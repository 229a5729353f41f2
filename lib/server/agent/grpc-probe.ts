/**
 * Probe for A2A over gRPC on a port that does not response HTTP/1.1. It requests a task that does not
 * exist, in each protocol version that has its own gRPC service.
 *
 * Guarantees: each attempt is a recorded exchange; nothing changes at the agent; no headers from the
 * user are sent.
 */

import { randomUUID } from "node:crypto";
import type { CardAttempt, GrpcEndpoint } from "../../api/api-types.ts";
import type { ConnectRequest } from "../../api/schemas/api-requests.ts";
import { PROBE_CALL } from "../../protocol/call.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import { readGrpcStatus } from "../../protocol/grpc/status.ts";
import type { EndRecord, HeaderList, WireRecord } from "../../wire/record.ts";
import { getCardLimits } from "../exchange/exchange-limits.ts";
import type { Library } from "../library.ts";
import { CardResponse, isHttp2Frame } from "./card-response.ts";

interface GrpcProbeResult {
  /** The attempts; empty if the server does not speak HTTP/2 either. */
  readonly tried: readonly CardAttempt[];
  /** The endpoint that serves A2A over gRPC. */
  readonly endpoint: GrpcEndpoint | null;
}

const PROBED_VERSIONS = ["1.0", "0.3"] as const;

/** gRPC status for an unknown service or method. */
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
    const response = new CardResponse(call.url);
    let headers: HeaderList = [];
    const observe = (record: WireRecord) => {
      response.addRecord(record);
      if (record.r === "head") headers = record.headers;
    };
    const { exchange, done } = await library.exchanges.start(
      { ...call, recording, ...(request.tls && { tls: request.tls }) },
      { getLimits: getCardLimits, observe },
    );
    const end = await done;
    if (response.status === null) return { tried, endpoint: null };
    const isGrpc = isGrpcType(response.contentType);
    const isServed = isGrpc && getGrpcStatusCode(headers, end) !== UNIMPLEMENTED;
    const outcome = describeOutcome(response, version, isGrpc, isServed);
    tried.push({ url: call.url, exchange, ...response.toAttempt(end), outcome });
    if (isServed) return { tried, endpoint: { url: origin, version } };
    if (!isGrpc) break;
  }
  return { tried, endpoint: null };
}

function isGrpcType(contentType: string | null): boolean {
  return /^application\/grpc\b/i.test(contentType ?? "");
}

/** A response without a message has its status in the headers. */
function getGrpcStatusCode(headers: HeaderList, { trailers = [] }: EndRecord): number | null {
  return (readGrpcStatus(trailers) ?? readGrpcStatus(headers))?.code ?? null;
}

function describeOutcome(
  { status }: CardResponse,
  version: string,
  isGrpc: boolean,
  isServed: boolean,
): string {
  if (isServed) return `The server speaks gRPC and serves A2A ${version}.`;
  if (isGrpc) return `The server speaks gRPC but does not serve A2A ${version}.`;
  return `HTTP ${status} over HTTP/2: the server speaks only HTTP/2, and not gRPC. Loupe calls JSON-RPC and HTTP+JSON over HTTP/1.1.`;
}

/** True if the first response from a port suggests that its server speaks only HTTP/2. */
export function isLikelyHttp2Only(response: CardResponse, { cause, error }: EndRecord): boolean {
  const { status, text, contentType } = response;
  if (status !== null) return isGrpcType(contentType) || requiresHttp2(response);
  if (isHttp2Frame(text)) return true;
  // A server that offers only HTTP/2 refuses a client that does not offer it.
  if (cause === "tls") return /NO_APPLICATION_PROTOCOL/i.test(`${error?.code} ${error?.message}`);
  return cause === "reset" && response.bytes === 0;
}

/** Some servers name HTTP/2 in the text of their refusal. */
function requiresHttp2({ status, text }: CardResponse): boolean {
  return (
    (status === 400 || status === 426 || status === 505) && /HTTP\/2/i.test(text.slice(0, 1000))
  );
}
