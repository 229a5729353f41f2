/** Watches what each answer says it is, and whether its events are in the words of one version. */

import { DecodeIssue, VersionEvidence } from "../../protocol/decode-flags.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getExchangeVersion, getFrameText } from "../../timeline/timeline-queries.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { CheckerFactory } from "./checker.ts";

/** Behind the first field name there is no place for it. */
const MISPLACED_BOM = /^(?:data: ?)?\uFEFF/m;

const VERSION_SPELLINGS =
  VersionEvidence.Wrapper |
  VersionEvidence.Kind |
  VersionEvidence.BlogType |
  VersionEvidence.PartType |
  VersionEvidence.IdAsTaskId |
  VersionEvidence.Session;

export const createFrameChecker: CheckerFactory = (versions) => {
  /** By exchange: the words its events are in. */
  const spoken: (number | undefined)[] = [];
  /** The event before, where nothing was wrong with it: one like it needs no second look. */
  let alike: Exchange | null = null;
  let likeEvidence = -1;
  return {
    onHead(timeline, exchange) {
      const type = getContentType(exchange);
      if (type === null || !isStreamCall(exchange)) return;
      // JSON may say that there is no stream: then its first event does.
      if (!isEventStream(type) && !isJson(type))
        timeline.reportPhaseViolation("FRM-CTYPE", exchange, "head");
    },
    onEvent(seen) {
      const { timeline, exchange, ordinal, evidence, decodeIssues } = seen;
      const isOdd = (decodeIssues & (DecodeIssue.NotJson | DecodeIssue.NoJsonRpc)) !== 0;
      const isAlike = exchange === alike && evidence === likeEvidence && !isOdd;
      if (isAlike && seen.event.kind !== "request") return;
      alike = null;
      if (exchange.events.count === 1) checkContentType(seen);
      if (
        decodeIssues & DecodeIssue.NotJson &&
        MISPLACED_BOM.test(getFrameText(timeline, ordinal))
      ) {
        timeline.reportViolation("FRM-BOM", ordinal);
      }
      if (seen.event.kind === "request") {
        spoken[exchange.index] = undefined;
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
        alike = exchange;
        likeEvidence = evidence;
      }
    },
  };

  function isMixed({ exchange, evidence }: EventContext): boolean {
    if ((evidence & VERSION_SPELLINGS) === 0) return false;
    const words = getSpelling(evidence);
    spoken[exchange.index] ??= words;
    return spoken[exchange.index] !== words;
  }
};

function getSpelling(evidence: number): number {
  if (evidence & VersionEvidence.Wrapper) return VersionEvidence.Wrapper;
  if (evidence & VersionEvidence.BlogType) return VersionEvidence.BlogType;
  return evidence & VersionEvidence.Kind ? VersionEvidence.Kind : VersionEvidence.PartType;
}

/** A result without an envelope, where JSON-RPC was spoken to. */
function isBare({
  exchange: { head, request, body },
  event: { kind },
  evidence,
}: EventContext): boolean {
  if (head === null || body.isBinary || evidence & VersionEvidence.Rpc) return false;
  const isAsked = typeof request?.id === "string" || typeof request?.id === "number";
  return (
    isAsked && (kind === "task" || kind === "status" || kind === "artifact" || kind === "message")
  );
}

function isWrappedTask({ exchange: { request }, event, evidence }: EventContext): boolean {
  const isAboutOne = request?.operation === "get" || request?.operation === "cancel";
  return isAboutOne && event.kind === "task" && (evidence & VersionEvidence.Wrapper) !== 0;
}

/** What its first event tells of the type that the head names. */
function checkContentType({ timeline, exchange, event, evidence }: EventContext): void {
  const type = getContentType(exchange);
  if (type === null || event.kind === "other") return;
  const isEvents = exchange.framer?.framing === "sse";
  const isTold = isStreamCall(exchange) && !isJson(type);
  const isStream = isEvents || (isStreamCall(exchange) && event.kind !== "error");
  if (isStream && !isEventStream(type) && !isTold) {
    timeline.reportPhaseViolation("FRM-CTYPE", exchange, "head");
  }
  if (isEvents) return;
  const { version, binding } = getExchangeVersion(timeline, exchange, timeline.lastEvent);
  const is1 = version === "1.0" || version === "1.1";
  const isRpc = (evidence & VersionEvidence.Rpc) !== 0;
  // What is to be a stream and says to be something else was told of that.
  const isToldType = isStreamCall(exchange) && !isEventStream(type);
  if (isRpc && !isToldType && (is1 || version === "0.3") && !/^application\/json\b/i.test(type)) {
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

/** The content type of an answer that is none of gRPC and refuses nothing; `null` where it has no head. */
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
