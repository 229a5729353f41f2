/** Features of a run that not every export format can express. */

import { DecodeIssue } from "../protocol/decode-flags.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import { EDIT_TITLE } from "../timeline/http-entries.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** Labels, as shown after “Not included:”. */
export const EXPORT_FEATURES = {
  requests: "requests",
  heads: "status lines and headers",
  times: "times",
  exchanges: "which response an event came in",
  json: "framing of non-streaming responses",
  ends: "how responses ended",
  comments: "comments and fields between events",
  broken: "data that is not JSON",
  framing: "event framing errors",
  grpc: "gRPC bytes",
  bytes: "bytes that are not valid UTF-8",
  notifications: "which events were pushed",
  redirects: "redirects",
  hops: "who called whom through a tap",
  edits: "what Loupe changed on the way",
  notes: "notes",
  events: "individual events",
  lookups: "agent card lookups",
  content: "content of messages, artifacts and tools",
  clock: "dates or durations, which the log does not have",
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
    timeline.entries.some((entry) => entry.kind === "other" && !BESIDE.has(entry.title)),
  framing: ({ decodeIssueEvents }) =>
    decodeIssueEvents.some((_, bit) => (FRAMING_ISSUES & (1 << bit)) !== 0),
  grpc: some(({ body }) => body.isBinary),
  bytes: some(({ body }) => body.hasInvalidUtf8),
  notifications: some(({ open }) => open.record.inbound === true),
  redirects: some(({ redirects }) => redirects.length > 0),
  hops: some(({ open }) => open.record.hop !== undefined),
  edits: ({ edits }) => edits.length > 0,
  notes: ({ entries }) => entries.some(({ kind, ...entry }) => kind === "other" && isNote(entry)),
  events: ({ events }) => events.length > 0,
  lookups: some(isDiscovery),
  content: ({ entries }) => entries.some(({ kind }) => kind === "message" || kind === "artifact"),
  clock: (timeline) => timeline.at === null || !FEATURE_CHECKS.times(timeline),
};

function some(hasFeature: (exchange: Exchange) => boolean): (timeline: Timeline) => boolean {
  return ({ exchanges }) => exchanges.some(hasFeature);
}

/** Entries that are not of the agent. */
const BESIDE: ReadonlySet<string> = new Set(["note", EDIT_TITLE]);

const isNote = (entry: object) => "title" in entry && entry.title === "note";

interface ExportFeatureOptions {
  /** There are notes outside of the log. */
  readonly hasNotes?: boolean;
  /** The export includes the content that its format leaves out. */
  readonly hasContent?: boolean;
}

/** Those of the given features that the run has and the export lacks. */
export function findExportFeatures(
  timeline: Timeline,
  features: readonly ExportFeature[],
  { hasNotes = false, hasContent = false }: ExportFeatureOptions = {},
): ExportFeature[] {
  return features.filter((feature) => {
    if (feature === "content" && hasContent) return false;
    return (feature === "notes" && hasNotes) || FEATURE_CHECKS[feature](timeline);
  });
}
