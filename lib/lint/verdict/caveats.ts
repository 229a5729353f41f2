/**
 * What went wrong although a task completed: a tool failed, clients lost text, the stream did not end.
 *
 * Guarantees: each caveat has its event; habits and style are none.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { DecodeIssue } from "../../protocol/decode-flags.ts";
import { listEditsAt, summarizeEdits } from "../../timeline/edits.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { OrderIssue, type Timeline } from "../../timeline/timeline.ts";
import { isTaskSeenFromStart } from "../../timeline/timeline-queries.ts";
import type { Caveat, Verdict } from "./verdict-model.ts";
import { createEventEvidence } from "./verdict-model.ts";
import { describeToolFailure, endSentence, quoteText } from "./verdict-reason.ts";
import { listCaveats } from "./verdict-words.ts";

interface Completion {
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  /** The tasks that completed. */
  readonly tasks: readonly TaskLane[];
  readonly n: number;
  /** The first event of the turn. */
  readonly from: number;
  /** The last event of the turn. */
  readonly until: number;
  /** The end of the exchange is not its end, because another turn follows. */
  readonly isFollowed: boolean;
}

export function findCaveats(completion: Completion, interpretation?: Interpretation): Caveat[] {
  return [
    ...(interpretation ? findFailedTools(completion, interpretation) : []),
    ...findLostAppends(completion),
    ...findUnreadableEvents(completion),
    ...findBadEnd(completion),
  ];
}

function findFailedTools(
  { tasks, until: n }: Completion,
  { failedTools }: Interpretation,
): Caveat[] {
  return failedTools.flatMap((call) => {
    const event = call.end?.firstEvent ?? -1;
    const task = call.item.taskAt(n);
    if (event > n || !tasks.some(({ index }) => index === task)) return [];
    const { name, agent, result } = call.fieldsAt(n);
    const failure = describeToolFailure(result);
    const tool = quoteText(name ?? agent ?? "") ?? "A tool";
    return [
      {
        kind: "tool-failed",
        text: failure === "" ? `${tool} failed` : `${tool} failed: ${failure}`,
        event,
      },
    ];
  });
}

const APPEND_UNKNOWN = 31 - Math.clz32(OrderIssue.AppendUnknown);

/** Chunks for artifacts that were never sent: clients drop them, or fail. */
function findLostAppends({ timeline, tasks, until: n }: Completion): Caveat[] {
  const { events, entries, exchanges } = timeline;
  const unknown = timeline.orderIssueEvents[APPEND_UNKNOWN];
  const found: Caveat[] = [];
  for (let i = 0; i < (unknown?.countAt(n) ?? 0); i++) {
    const event = unknown?.at(i) ?? -1;
    const entry = entries[events.entry.at(event)];
    const exchange = exchanges[events.exchange.at(event)];
    const task = tasks.find(({ index }) => index === entry?.task);
    if (!task || !exchange || entry?.kind !== "artifact") continue;
    if (!isTaskSeenFromStart(timeline, exchange, task, { event, isNamedByClient: false })) continue;
    const { artifact } = entry;
    const name = quoteText(artifact.names.at(n) ?? artifact.artifactId) ?? "";
    const text = `The artifact “${name}” was appended to before it was sent, so clients may lose it`;
    found.push({ kind: "append-lost", text, event });
  }
  return found;
}

const NOT_JSON = 31 - Math.clz32(DecodeIssue.NotJson);

/** What no client can read: most end the stream there, and lose what follows. */
function findUnreadableEvents({ timeline, exchange, from, until }: Completion): Caveat[] {
  const issues = timeline.decodeIssueEvents[NOT_JSON];
  const found: number[] = [];
  for (let i = 0; i < (issues?.countAt(until) ?? 0); i++) {
    const event = issues?.at(i) ?? -1;
    if (event >= from && timeline.events.exchange.at(event) === exchange.index) found.push(event);
  }
  const [first] = found;
  if (first === undefined) return [];
  const what = found.length === 1 ? "An event is not JSON" : `${found.length} events are not JSON`;
  return [{ kind: "unreadable", text: `${what}, so clients may lose what follows`, event: first }];
}

const OPEN_STREAM = "The stream is still open after that";
export const LOST_CONNECTION =
  "The connection was lost after that: the response did not end properly";

/** A stream that its agent did not close, or that broke off: clients that read to its end hang or fail. */
function findBadEnd({ exchange, n, isFollowed }: Completion): Caveat[] {
  const event = exchange.events.lastAt(n);
  const cause = exchange.endAt(n)?.record.cause;
  if (isFollowed || event === null) return [];
  if (cause === "reset") return [{ kind: "connection-lost", text: LOST_CONNECTION, event }];
  // Without a head, the log is one of payloads, which says nothing about connections.
  const isUnended = cause === undefined || cause === "unknown" || cause === "timeout";
  const isKnown = exchange.request !== null && exchange.headAt(n) !== null;
  if (!isUnended || !isKnown || !exchange.isStream) return [];
  return [{ kind: "stream-open", text: OPEN_STREAM, event }];
}

/** What Loupe did to an exchange on its way; of a call of the user, also to the calls made for it. */
export function findEdits(timeline: Timeline, exchange: Exchange, n: number): Caveat[] {
  const { callTree, exchanges } = timeline;
  const hasSubCalls = callTree.isUserCall(exchange, n);
  const isPartOf = (index: number) => {
    const other = exchanges[index];
    return (
      other === exchange || (hasSubCalls && other !== undefined && !callTree.isUserCall(other, n))
    );
  };
  const edits = listEditsAt(timeline, n).filter((edit) => isPartOf(edit.exchange));
  const text = summarizeEdits(edits.map(({ record }) => record));
  return text === null ? [] : [{ kind: "edited", text, event: edits[0]?.firstEvent ?? null }];
}

/** The verdict with what went wrong, in its sentence and as evidence. */
export function addCaveats(
  timeline: Timeline,
  verdict: Verdict,
  caveats: readonly Caveat[],
): Verdict {
  if (caveats.length === 0) return verdict;
  const events = new Set(caveats.slice(0, MAX_EVIDENCE).map(({ event }) => event));
  const shown = [...events].map((event) => createEventEvidence(timeline, event));
  return {
    ...verdict,
    because: [verdict.because, ...listCaveats(caveats).map(endSentence)].join(" "),
    caveats: [...verdict.caveats, ...caveats],
    evidence: [
      ...shown.filter((one) => one !== null),
      ...verdict.evidence.filter(({ event }) => event === null || !events.has(event)),
    ],
  };
}

const MAX_EVIDENCE = 3;

/** While more may follow, an open stream is nothing wrong. */
export function omitOpenStream(verdict: Verdict): Verdict {
  const caveats = verdict.caveats.filter(({ kind }) => kind !== "stream-open");
  if (caveats.length === verdict.caveats.length) return verdict;
  return { ...verdict, caveats, because: verdict.because.replace(` ${OPEN_STREAM}.`, "") };
}
