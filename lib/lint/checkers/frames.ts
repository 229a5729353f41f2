/** Checks the content type of each response, and whether its events use the spelling of one version. */

import { DecodeIssue, VersionEvidence } from "../../protocol/decode-flags.ts";
import { holdsCloudEvent } from "../../protocol/envelope.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getExchangeVersion, getFrameText } from "../../timeline/timeline-queries.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { CheckerFactory } from "./checker.ts";

/** A byte order mark at the start of a line or of the data. */
const MISPLACED_BOM = /^(?:data: ?)?\uFEFF/m;

const VERSION_SPELLINGS =
  VersionEvidence.Wrapper |
  VersionEvidence.Kind |
  VersionEvidence.BlogType |
  VersionEvidence.PartType |
  VersionEvidence.IdAsTaskId |
  VersionEvidence.Session;

export const createFrameChecker: CheckerFactory = (versions) => {
  /** The spelling of the events of each exchange. */
  const spellings: (number | undefined)[] = [];
  /** The exchange and evidence of the previous event if it was valid: a similar event needs no check. */
  let cleanExchange: Exchange | null = null;
  let cleanEvidence = -1;
  return {
    onHead(timeline, exchange) {
      const type = getContentType(exchange);
      if (type === null || !isStreamCall(exchange)) return;
      // JSON may be an error instead of a stream; the first event tells.
      if (!isEventStream(type) && !isJson(type))
        timeline.reportPhaseViolation("FRM-CTYPE", exchange, "head");
    },
    onEvent(seen) {
      const { timeline, exchange, ordinal, evidence, decodeIssues } = seen;
      const isOdd = (decodeIssues & (DecodeIssue.NotJson | DecodeIssue.NoJsonRpc)) !== 0;
      const isSameAsClean = exchange === cleanExchange && evidence === cleanEvidence && !isOdd;
      if (isSameAsClean && seen.event.kind !== "request") return;
      cleanExchange = null;
      if (exchange.events.count === 1) checkContentType(seen);
      if (
        decodeIssues & DecodeIssue.NotJson &&
        MISPLACED_BOM.test(getFrameText(timeline, ordinal))
      ) {
        timeline.reportViolation("FRM-BOM", ordinal);
      }
      if (seen.event.kind === "request") {
        spellings[exchange.index] = undefined;
        return;
      }
      if (decodeIssues & DecodeIssue.NoJsonRpc || isBare(seen)) {
        timeline.reportViolation("ENV-NOJSONRPC", ordinal);
      }
      if (isWrappedTask(seen)) {
        const version = versions.getVersion(timeline, exchange);
        if (version === "1.0" || version === "1.1")
          timeline.reportViolation("ENV-WRAPPED-GET", ordinal);
        return;
      }
      if (isMixed(seen)) timeline.reportViolation("VER-MIXED", ordinal);
      else if (!isBare(seen)) {
        cleanExchange = exchange;
        cleanEvidence = evidence;
      }
    },
  };

  function isMixed({ exchange, evidence }: EventContext): boolean {
    if ((evidence & VERSION_SPELLINGS) === 0) return false;
    const spelling = getSpelling(evidence);
    spellings[exchange.index] ??= spelling;
    return spellings[exchange.index] !== spelling;
  }
};

function getSpelling(evidence: number): number {
  if (evidence & VersionEvidence.Wrapper) return VersionEvidence.Wrapper;
  if (evidence & VersionEvidence.BlogType) return VersionEvidence.BlogType;
  return evidence & VersionEvidence.Kind ? VersionEvidence.Kind : VersionEvidence.PartType;
}

/** A result without an envelope in response to a JSON-RPC request; a CloudEvent is another envelope. */
function isBare({
  exchange: { head, request, body },
  event: { kind },
  evidence,
  frame,
}: EventContext): boolean {
  if (head === null || body.isBinary || evidence & VersionEvidence.Rpc) return false;
  if (holdsCloudEvent(frame)) return false;
  const isAsked = typeof request?.id === "string" || typeof request?.id === "number";
  return (
    isAsked && (kind === "task" || kind === "status" || kind === "artifact" || kind === "message")
  );
}

function isWrappedTask({ exchange: { request }, event, evidence }: EventContext): boolean {
  const isAboutOne = request?.operation === "get" || request?.operation === "cancel";
  return isAboutOne && event.kind === "task" && (evidence & VersionEvidence.Wrapper) !== 0;
}

/** Checks the content type against the first event. */
function checkContentType({ timeline, exchange, event, evidence }: EventContext): void {
  const type = getContentType(exchange);
  if (type === null || event.kind === "other") return;
  const isEvents = exchange.framer?.framing === "sse";
  const isReported = isStreamCall(exchange) && !isJson(type);
  const isStream = isEvents || (isStreamCall(exchange) && event.kind !== "error");
  if (isStream && !isEventStream(type) && !isReported) {
    timeline.reportPhaseViolation("FRM-CTYPE", exchange, "head");
  }
  if (isEvents) return;
  const { version, binding } = getExchangeVersion(timeline, exchange, timeline.lastEvent);
  const is1 = version === "1.0" || version === "1.1";
  const isRpc = (evidence & VersionEvidence.Rpc) !== 0;
  // A stream with another content type has been reported already.
  const isReportedType = isStreamCall(exchange) && !isEventStream(type);
  if (
    isRpc &&
    !isReportedType &&
    (is1 || version === "0.3") &&
    !/^application\/json\b/i.test(type)
  ) {
    timeline.reportPhaseViolation("FRM-RPC-CTYPE", exchange, "head");
  }
  if (
    !isRpc &&
    is1 &&
    !exchange.isRest03 &&
    binding === "rest" &&
    /^application\/json\b/i.test(type)
  ) {
    timeline.reportPhaseViolation("FRM-REST-CTYPE", exchange, "head");
  }
}

/** The content type of a successful response that is not gRPC; `null` if it has no head. */
function getContentType({ head, open, body, grpcCall }: Exchange): string | null {
  const isOther = body.isBinary || open.record.inbound || open.record.framing === "grpc";
  if (!head || isOther || grpcCall.version !== null) return null;
  const { status, headers } = head.record;
  const isSuccess = status >= 200 && status < 300 && status !== 204;
  return isSuccess && headers.length > 0 ? (getHeaderValue(headers, "content-type") ?? "") : null;
}

function isStreamCall({ request }: Exchange): boolean {
  return request?.operation === "stream" || request?.operation === "subscribe";
}

function isEventStream(type: string): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(type);
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}
