/** Watches what each answer says it is, and whether its events are in the words of one version. */

import { DecodeIssue, VersionEvidence } from "../../protocol/decode-flags.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { frameText, versionOf } from "../../timeline/read.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { MakeWatch } from "./watch.ts";

/** Behind the first field name there is no place for it. */
const LATE_MARK = /^(?:data: ?)?\uFEFF/m;

const IN_WORDS =
  VersionEvidence.Wrapper |
  VersionEvidence.Kind |
  VersionEvidence.BlogType |
  VersionEvidence.PartType |
  VersionEvidence.IdAsTaskId |
  VersionEvidence.Session;

export const watchFrames: MakeWatch = (versions) => {
  /** By exchange: the words its events are in. */
  const spoken: (number | undefined)[] = [];
  /** The event before, where nothing was wrong with it: one like it needs no second look. */
  let alike: Exchange | null = null;
  let likeEvidence = -1;
  return {
    answered(timeline, exchange) {
      const type = typeOf(exchange);
      if (type === null || !isStreamCall(exchange)) return;
      // JSON may say that there is no stream: then its first event does.
      if (!isEventStream(type) && !isJson(type)) timeline.breachIn("FRM-CTYPE", exchange, "head");
    },
    saw(seen) {
      const { timeline, exchange, ordinal, evidence, irregular } = seen;
      const isOdd = (irregular & (DecodeIssue.NotJson | DecodeIssue.NoJsonRpc)) !== 0;
      const isAlike = exchange === alike && evidence === likeEvidence && !isOdd;
      if (isAlike && seen.event.kind !== "request") return;
      alike = null;
      if (exchange.events.count === 1) judgeType(seen);
      if (irregular & DecodeIssue.NotJson && LATE_MARK.test(frameText(timeline, ordinal))) {
        timeline.breach("FRM-BOM", ordinal);
      }
      if (seen.event.kind === "request") {
        spoken[exchange.index] = undefined;
        return;
      }
      if (irregular & DecodeIssue.NoJsonRpc || isBare(seen)) {
        timeline.breach("ENV-NOJSONRPC", ordinal);
      }
      if (isWrappedTask(seen)) {
        const version = versions.of(timeline, exchange);
        if (version === "1.0" || version === "1.1") timeline.breach("ENV-WRAPPED-GET", ordinal);
        return;
      }
      if (isMixed(seen)) timeline.breach("VER-MIXED", ordinal);
      else if (!isBare(seen)) {
        alike = exchange;
        likeEvidence = evidence;
      }
    },
  };

  function isMixed({ exchange, evidence }: Seen): boolean {
    if ((evidence & IN_WORDS) === 0) return false;
    const words = wordsOf(evidence);
    spoken[exchange.index] ??= words;
    return spoken[exchange.index] !== words;
  }
};

function wordsOf(evidence: number): number {
  if (evidence & VersionEvidence.Wrapper) return VersionEvidence.Wrapper;
  if (evidence & VersionEvidence.BlogType) return VersionEvidence.BlogType;
  return evidence & VersionEvidence.Kind ? VersionEvidence.Kind : VersionEvidence.PartType;
}

/** A result without an envelope, where JSON-RPC was spoken to. */
function isBare({ exchange: { head, request, body }, event: { kind }, evidence }: Seen): boolean {
  if (head === null || body.isBinary || evidence & VersionEvidence.Rpc) return false;
  const isAsked = typeof request?.id === "string" || typeof request?.id === "number";
  return (
    isAsked && (kind === "task" || kind === "status" || kind === "artifact" || kind === "message")
  );
}

function isWrappedTask({ exchange: { request }, event, evidence }: Seen): boolean {
  const isAboutOne = request?.operation === "get" || request?.operation === "cancel";
  return isAboutOne && event.kind === "task" && (evidence & VersionEvidence.Wrapper) !== 0;
}

/** What its first event tells of the type that the head names. */
function judgeType({ timeline, exchange, event, evidence }: Seen): void {
  const type = typeOf(exchange);
  if (type === null || event.kind === "other") return;
  const isEvents = exchange.framer?.framing === "sse";
  const isTold = isStreamCall(exchange) && !isJson(type);
  const isStream = isEvents || (isStreamCall(exchange) && event.kind !== "error");
  if (isStream && !isEventStream(type) && !isTold) {
    timeline.breachIn("FRM-CTYPE", exchange, "head");
  }
  if (isEvents) return;
  const { version, binding } = versionOf(timeline, exchange, timeline.lastEvent);
  const is1 = version === "1.0" || version === "1.1";
  const isRpc = (evidence & VersionEvidence.Rpc) !== 0;
  // What is to be a stream and says to be something else was told of that.
  const isToldType = isStreamCall(exchange) && !isEventStream(type);
  if (isRpc && !isToldType && (is1 || version === "0.3") && !/^application\/json\b/i.test(type)) {
    timeline.breachIn("FRM-RPC-CTYPE", exchange, "head");
  }
  if (
    !isRpc &&
    is1 &&
    !exchange.rest03 &&
    binding === "rest" &&
    /^application\/json\b/i.test(type)
  ) {
    timeline.breachIn("FRM-REST-CTYPE", exchange, "head");
  }
}

/** The content type of an answer that is none of gRPC and refuses nothing; `null` where it has no head. */
function typeOf({ head, open, body, grpc }: Exchange): string | null {
  const isOther = body.isBinary || open.record.inbound || open.record.framing === "grpc";
  if (!head || isOther || grpc.version !== null) return null;
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
