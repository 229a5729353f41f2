/** What a run may hold that not every format has a place for. */

import { DecodeIssue } from "../protocol/decode-flags.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** In words, as they stand behind "without". */
export const EXPORT_FEATURES = {
  requests: "the requests",
  heads: "status lines and headers",
  times: "times",
  exchanges: "which answer an event came in",
  json: "the framing of answers that are no stream",
  ends: "how answers ended",
  comments: "comments and fields between events",
  broken: "what is no JSON",
  framing: "what was wrong with the framing of events",
  grpc: "the bytes of gRPC",
  bytes: "bytes that are no characters",
  notifications: "that something was pushed, not answered",
  redirects: "redirects",
  notes: "notes",
  events: "the single events",
} as const;

export type ExportFeature = keyof typeof EXPORT_FEATURES;

const FRAMING_ISSUES =
  DecodeIssue.Stray |
  DecodeIssue.Unterminated |
  DecodeIssue.Separator |
  DecodeIssue.ErrorEvent |
  DecodeIssue.InvalidUtf8;

const NOT_JSON_BIT = 31 - Math.clz32(DecodeIssue.NotJson);

const FEATURE_CHECKS: Readonly<Record<ExportFeature, (timeline: Timeline) => boolean>> = {
  requests: some(({ open }) => open.record.method !== "" || open.record.body !== undefined),
  heads: some(({ head, open }) => head !== null || open.record.headers.length > 0),
  times: ({ events, exchanges }) =>
    exchanges.some(({ open }) => !Number.isNaN(open.time)) ||
    (events.length > 0 && !Number.isNaN(events.time.at(0))),
  exchanges: ({ exchanges }) => exchanges.length > 1,
  json: some(({ framer, body }) => framer?.framing === "json" && body.bytes > 0),
  ends: some(({ end }) => end !== null && end.record.cause !== "unknown"),
  comments: ({ exchanges, frames, events }) =>
    frames > events.length || exchanges.some(({ comments }) => comments.length > 0),
  broken: (timeline) =>
    timeline.exchanges.some(({ truncatedEvent }) => truncatedEvent !== null) ||
    timeline.decodeIssueEvents[NOT_JSON_BIT] !== undefined ||
    timeline.entries.some((entry) => entry.kind === "other" && entry.title !== "note"),
  framing: ({ decodeIssueEvents }) =>
    decodeIssueEvents.some((_, bit) => (FRAMING_ISSUES & (1 << bit)) !== 0),
  grpc: some(({ body }) => body.isBinary),
  bytes: some(({ body }) => body.hasInvalidUtf8),
  notifications: some(({ open }) => open.record.inbound === true),
  redirects: some(({ redirects }) => redirects.length > 0),
  notes: ({ entries }) => entries.some(({ kind, ...one }) => kind === "other" && isNote(one)),
  events: ({ events }) => events.length > 0,
};

function some(holds: (exchange: Exchange) => boolean): (timeline: Timeline) => boolean {
  return ({ exchanges }) => exchanges.some(holds);
}

const isNote = (entry: object) => "title" in entry && entry.title === "note";

/** Which of these facts a run holds; `hasNotes`: people noted something beside its log. */
export function findExportFeatures(
  timeline: Timeline,
  facts: readonly ExportFeature[],
  hasNotes = false,
): ExportFeature[] {
  return facts.filter((fact) => (fact === "notes" && hasNotes) || FEATURE_CHECKS[fact](timeline));
}
