/**
 * The timeline: append-only facts of a run, in the order they came.
 *
 * **Guarantees:** nothing is ever rewritten, so the state at event n consists of the facts that
 * existed by then.
 */

import type { LimitName } from "../api/limits.ts";
import { NumberColumn } from "../collections/number-column.ts";
import type { CloudEvent } from "../protocol/envelope.ts";
import type { ProtocolError } from "../protocol/model.ts";
import type { EditRecord, ResumeRecord } from "../wire/record.ts";
import type { ArtifactStream } from "./artifact.ts";
import type { StreamSource } from "./duplicate-streams.ts";
import { EventIndex, EventValues, ValueHistory } from "./event-index.ts";
import type { Exchange } from "./exchange.ts";
import { CallTree } from "./hops/call-tree.ts";
import type { TaskLane, Transition } from "./task.ts";
import type { TimelineMessage } from "./timeline-message.ts";
import { Turns } from "./turns.ts";
import { type ExchangePhase, RuleViolations } from "./violations.ts";

export const ENTRY_KINDS = ["message", "state", "artifact", "error", "http", "other"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

interface EntryBase {
  readonly index: number;
  /** The event that created it, or the last one before; −1 before the first event. */
  readonly firstEvent: number;
  /** Milliseconds since the recording began; NaN where the log has no times. */
  readonly time: number;
  readonly exchange: number;
  /** The log has its response without the request. It may be incomplete. */
  readonly isAlone: boolean;
  /** Index of its task; −1 for none. */
  readonly task: number;
  /** Index of its parent entry; −1 for none. */
  readonly parent: number;
  /** The events that belong to it. */
  readonly events: EventIndex;
  /** Issues of its events: each kind once, with the first event that shows it. */
  issues: readonly EntryIssue[];
}

/** A bit of `DecodeIssue` or `OrderIssue`, or a rule that an observer found violated. */
export type EntryIssue =
  | { readonly of: "decode" | "order"; readonly bit: number; readonly firstEvent: number }
  | {
      readonly of: "violation";
      readonly rule: string;
      readonly firstEvent: number;
      /** The phase of the exchange that shows it, if it is not an event. */
      readonly phase?: ExchangePhase;
    };

/** Shared by all entries without issues. */
const NO_ISSUES: readonly EntryIssue[] = [];

/** Where and when an entry is created. */
export interface EntryOrigin {
  readonly ordinal: number;
  readonly time: number;
  readonly exchange: number;
  readonly task: number;
  readonly parent: number;
}

export type Entry = EntryBase &
  (
    | { readonly kind: "message"; readonly message: TimelineMessage }
    | { readonly kind: "state"; readonly transition: Transition }
    | { readonly kind: "artifact"; readonly artifact: ArtifactStream }
    | {
        readonly kind: "error";
        readonly title: string;
        readonly detail: string;
        readonly error: ProtocolError | null;
        /** The error in the body of a failed HTTP response, and its event. */
        body?: { readonly firstEvent: number; readonly error: ProtocolError };
        /** The limit that was reached, if it can be changed. */
        readonly limit?: LimitName;
      }
    | {
        readonly kind: "http";
        readonly title: string;
        readonly httpKind: HttpEntryKind;
        /** Of the end by the user: why, and what was left unread. */
        readonly detail?: string;
      }
    | { readonly kind: "other"; readonly title: string; readonly detail: string }
  );

export type EntryOf<K extends EntryKind> = Extract<Entry, { kind: K }>;

/** `stopped`: the user stopped watching, which is no failure. */
export type HttpEntryKind = "request" | "response" | "silence" | "end" | "stopped" | "notification";

export type { TimelineMessage };

/** Per-event facts, one row per event. */
export class EventColumns {
  readonly kind = NumberColumn.u8();
  readonly exchange = NumberColumn.u32();
  /** The entry that shows this event. */
  readonly entry = NumberColumn.u32();
  /** Range of its frame in its exchange's body. */
  readonly start = NumberColumn.count();
  readonly end = NumberColumn.count();
  /** When its last byte was read; NaN where the log has no times. */
  readonly time = NumberColumn.f64();
  /** Bits of `VersionEvidence`, `DecodeIssue` and `OrderIssue`. */
  readonly evidence = NumberColumn.u32();
  readonly decodeIssues = NumberColumn.u32();
  readonly orderIssues = NumberColumn.u32();
  /** Number of entries after it was folded. */
  readonly entries = NumberColumn.u32();

  get length(): number {
    return this.orderIssues.length;
  }
}

/** Order issues: what the fold found about an event's position among the others. */
export const OrderIssue = {
  AppendUnknown: 1 << 0,
  AfterLastChunk: 1 << 1,
  DuplicateChunk: 1 << 2,
  ResentWhole: 1 << 3,
  NoArtifactId: 1 << 4,
  NameChanged: 1 << 5,
  Replaced: 1 << 6,
  ReplacedShorter: 1 << 7,
  NoTaskId: 1 << 8,
  OtherTask: 1 << 9,
  ContextChanged: 1 << 10,
  AfterTerminal: 1 << 11,
  IllegalTransition: 1 << 12,
  BackToSubmitted: 1 << 13,
  AfterFinal: 1 << 14,
  MessageBesideTask: 1 << 15,
  SameIdOtherContent: 1 << 16,
  NotInSnapshot: 1 << 17,
  SnapshotDiffers: 1 << 18,
  /** Not an issue: another stream of the task already delivered it. */
  AlreadyDelivered: 1 << 19,
  SilentNewTask: 1 << 20,
  /** Not an issue: a notification about a task that streams deliver, kept for comparison. */
  Delivered: 1 << 21,
} as const;

export interface TimelineContext {
  readonly id: string;
  readonly firstEvent: number;
}

/** What Loupe did to an event or a request while it passed a tap. */
export interface RecordedEdit {
  readonly firstEvent: number;
  readonly exchange: number;
  readonly record: EditRecord;
}

export class Timeline {
  readonly exchanges: Exchange[] = [];
  readonly exchangeById = new Map<string, Exchange>();
  readonly contexts: TimelineContext[] = [];
  readonly contextById = new Map<string, TimelineContext>();
  readonly tasks: TaskLane[] = [];
  readonly taskByKey = new Map<string, TaskLane>();
  readonly callTree = new CallTree();
  readonly #turns = new Turns();
  /** The stream source of each inbox, by URL. */
  readonly inboxes = new Map<string, StreamSource>();
  readonly messages: TimelineMessage[] = [];
  /** The newest message of each key, to recognize repetitions. */
  readonly messageById = new Map<string, TimelineMessage>();
  readonly entries: Entry[] = [];
  readonly events = new EventColumns();
  /** Metadata of updates and snapshots themselves, besides that of artifacts and messages. */
  readonly metadata = new EventValues<unknown>();
  /** The CloudEvents that messages came in, and those without A2A. */
  readonly cloudEvents = new EventValues<CloudEvent>();
  /**
   * Index of the message that a status repeated. Without an id, the same text may be a new message.
   */
  readonly repeatedMessages = new EventValues<number>();
  /** The events that carry each bit, by bit number. */
  readonly decodeIssueEvents: EventIndex[] = [];
  readonly orderIssueEvents: EventIndex[] = [];
  /** Violations found by observers, by rule. */
  readonly violations = new Map<string, RuleViolations>();
  /** The protocol version in the agent card. */
  readonly cardVersion = new ValueHistory<string>();
  /** Wall clock at time 0, if recorded. */
  at: string | null = null;
  /** The id of the recording; empty in other logs. */
  id = "";
  name: string | null = null;
  /** What Loupe did to events and requests on their way, in the order of the log. */
  readonly edits: RecordedEdit[] = [];
  /** Where the recorder was restarted, and the clock may have jumped. */
  readonly resumes: ResumeRecord[] = [];
  frames = 0;
  /** Number of exchanges that are calls, not discovery. */
  calls = 0;
  records = 0;

  /** The ordinal of the newest event; −1 before the first. */
  get lastEvent(): number {
    return this.events.length - 1;
  }

  get turns(): Turns {
    return this.#turns.update(this.exchanges, this.entries);
  }

  createEntryBase(at: EntryOrigin): EntryBase {
    return {
      index: this.entries.length,
      firstEvent: at.ordinal,
      time: at.time,
      exchange: at.exchange,
      isAlone: this.exchanges[at.exchange]?.isAlone ?? false,
      task: at.task,
      parent: at.parent,
      events: new EventIndex(),
      issues: NO_ISSUES,
    };
  }

  /** Reports that an event violates a rule, and marks the entry that displays it, once. */
  reportViolation(rule: string, ordinal: number): void {
    const violations = this.#getViolations(rule);
    if (!violations.addEvent(ordinal)) return;
    const index = this.events.entry.at(ordinal);
    // In a flood, most events belong to one entry, which is marked only once.
    if (violations.lastEntry === index) return;
    violations.lastEntry = index;
    const entry = this.entries[index];
    if (entry) addViolation(entry, { of: "violation", rule, firstEvent: ordinal });
  }

  /** Reports that an exchange violates a rule by something other than an event. */
  reportPhaseViolation(rule: string, exchange: Exchange, phase: ExchangePhase): void {
    const firstEvent = this.lastEvent;
    this.#getViolations(rule).addPhase({
      firstEvent,
      exchange: exchange.index,
      phase,
    });
    // An exchange without its own row shows it at its last event.
    const last = exchange.events.count > 0 ? this.events.entry.at(exchange.events.last) : -1;
    const entry = this.entries[exchange.entry < 0 && exchange.isAlone ? last : exchange.entry];
    if (entry) addViolation(entry, { of: "violation", rule, firstEvent, phase });
  }

  #getViolations(rule: string): RuleViolations {
    let violations = this.violations.get(rule);
    if (!violations) {
      violations = new RuleViolations();
      this.violations.set(rule, violations);
    }
    return violations;
  }

  /** Adds a context on its first mention. */
  addContext(id: string, firstEvent: number): void {
    if (this.contextById.has(id)) return;
    const context = { id, firstEvent };
    this.contexts.push(context);
    this.contextById.set(id, context);
  }
}

function addViolation(entry: Entry, violation: Extract<EntryIssue, { of: "violation" }>): void {
  const isKnown = entry.issues.some(
    (issue) => issue.of === "violation" && issue.rule === violation.rule,
  );
  if (!isKnown) entry.issues = [...entry.issues, violation];
}
