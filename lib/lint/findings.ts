/**
 * Findings: what the decoder and the fold noticed, said as rules, with the events as evidence.
 * A flood of one rule is one finding.
 */

import { Irregular } from "../protocol/notes.ts";
import { Disorder, type Entry, type Timeline } from "../timeline/timeline.ts";
import type { Track } from "../timeline/track.ts";

export type Severity = "error" | "warning" | "info";

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** How many events show it, and the first and last of them. */
  readonly count: number;
  readonly events: readonly number[];
  readonly message: string;
}

interface Rule {
  readonly bit: number;
  readonly rule: string;
  /** Two to four words, for a tag. */
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
}

const DECODING: readonly Rule[] = [
  {
    bit: Irregular.NotJson,
    rule: "FRM-BADJSON",
    label: "not JSON",
    severity: "error",
    message: "An event's data is not complete JSON.",
  },
  {
    bit: Irregular.DoubleEncoded,
    rule: "FRM-DOUBLE",
    label: "JSON in a string",
    severity: "warning",
    message: "The payload is a JSON string that holds JSON.",
  },
  {
    bit: Irregular.Unterminated,
    rule: "FRM-TRUNC",
    label: "cut off",
    severity: "warning",
    message: "The last event is not ended by a blank line.",
  },
  {
    bit: Irregular.NoJsonRpc,
    rule: "ENV-NOJSONRPC",
    label: "no jsonrpc",
    severity: "warning",
    message: 'The envelope lacks jsonrpc: "2.0".',
  },
  {
    bit: Irregular.WrongId,
    rule: "ENV-ID",
    label: "wrong id",
    severity: "error",
    message: "The answer does not repeat the request's id.",
  },
  {
    bit: Irregular.ResultAndError,
    rule: "ENV-BOTH",
    label: "result and error",
    severity: "error",
    message: "The envelope has both result and error.",
  },
  {
    bit: Irregular.SeveralWrappers,
    rule: "DM-WRAP-MULTI",
    label: "several payloads",
    severity: "error",
    message: "One event has several payload keys.",
  },
  {
    bit: Irregular.Unclassified,
    rule: "DM-WRAP-NONE",
    label: "unknown shape",
    severity: "error",
    message: "Nothing in the event says what it is.",
  },
  {
    bit: Irregular.SnakeCase,
    rule: "DM-SNAKE",
    label: "snake_case",
    severity: "error",
    message: "Field names are in snake_case.",
  },
  {
    bit: Irregular.UnknownState,
    rule: "DM-STATE-UNKNOWN",
    label: "unknown state",
    severity: "error",
    message: "A state that no version of A2A has.",
  },
  {
    bit: Irregular.StateSpelling,
    rule: "DM-STATE-SPELL",
    label: "odd spelling",
    severity: "warning",
    message: "A state in a spelling that no version of A2A has.",
  },
  {
    bit: Irregular.EnumNumber,
    rule: "DM-ENUM-INT",
    label: "enum as number",
    severity: "warning",
    message: "An enum sent as a number.",
  },
  {
    bit: Irregular.Role,
    rule: "DM-ROLE",
    label: "odd role",
    severity: "error",
    message: "A role that no version of A2A has.",
  },
  {
    bit: Irregular.FlagsInside,
    rule: "ART-FLAGS-INSIDE",
    label: "flags inside",
    severity: "warning",
    message: "append or lastChunk stands inside the artifact.",
  },
];

const ORDER: readonly Rule[] = [
  {
    bit: Disorder.AppendUnknown,
    rule: "ART-APPEND-UNKNOWN",
    label: "append to nothing",
    severity: "error",
    message:
      "append: true for an artifact never seen before: some clients drop it, some fail, some create it.",
  },
  {
    bit: Disorder.AfterLastChunk,
    rule: "ART-AFTER-LAST",
    label: "after last chunk",
    severity: "warning",
    message: "A chunk after lastChunk: true.",
  },
  {
    bit: Disorder.DuplicateChunk,
    rule: "ART-DUP",
    label: "same chunk twice",
    severity: "warning",
    message: "The same chunk twice in a row.",
  },
  {
    bit: Disorder.ResentWhole,
    rule: "ART-RESEND",
    label: "text sent again",
    severity: "warning",
    message: "An appended chunk repeats the whole text so far.",
  },
  {
    bit: Disorder.NoArtifactId,
    rule: "DM-ART-REQ",
    label: "no artifactId",
    severity: "error",
    message: "An artifact without artifactId.",
  },
  {
    bit: Disorder.NameChanged,
    rule: "ART-ID-REUSE-NAME",
    label: "renamed",
    severity: "warning",
    message: "The same artifactId with another name.",
  },
  {
    bit: Disorder.Replaced,
    rule: "ART-REPLACE",
    label: "replaced",
    severity: "info",
    message: "append: false replaced a known artifact.",
  },
  {
    bit: Disorder.ReplacedShorter,
    rule: "ART-REPLACE-SHRINK",
    label: "replaced by less",
    severity: "warning",
    message: "A replacement is shorter and shares no beginning: perhaps a forgotten append flag.",
  },
  {
    bit: Disorder.NoTaskId,
    rule: "DM-STATUS-REQ",
    label: "no taskId",
    severity: "error",
    message: "An update without taskId.",
  },
  {
    bit: Disorder.OtherTask,
    rule: "STR-TASK-SWITCH",
    label: "other task",
    severity: "warning",
    message: "An event of another task in the same stream.",
  },
  {
    bit: Disorder.ContextChanged,
    rule: "STR-CTX-SWITCH",
    label: "other context",
    severity: "error",
    message: "The task's contextId changed.",
  },
  {
    bit: Disorder.AfterTerminal,
    rule: "STR-AFTER-TERM",
    label: "after the end",
    severity: "error",
    message: "An event after the task's terminal state.",
  },
  {
    bit: Disorder.IllegalTransition,
    rule: "LC-TERM-CHANGE",
    label: "illegal state",
    severity: "error",
    message: "A state that may not follow the one before.",
  },
  {
    bit: Disorder.BackToSubmitted,
    rule: "LC-BACK-SUBMITTED",
    label: "back to submitted",
    severity: "warning",
    message: "The task went back to submitted.",
  },
  {
    bit: Disorder.AfterFinal,
    rule: "STR-AFTER-FINAL",
    label: "after final",
    severity: "error",
    message: "An event after final: true.",
  },
  {
    bit: Disorder.MessageBesideTask,
    rule: "STR-MSG-IN-TASK",
    label: "message in task",
    severity: "warning",
    message: "A message event in a stream that has a task.",
  },
  {
    bit: Disorder.SameIdOtherContent,
    rule: "HIST-DUP",
    label: "same id, other text",
    severity: "info",
    message: "The same messageId with other content.",
  },
  {
    bit: Disorder.NotInSnapshot,
    rule: "SNAP-LOST",
    label: "not in snapshot",
    severity: "warning",
    message: "A task snapshot lacks an artifact that was streamed.",
  },
  {
    bit: Disorder.SnapshotDiffers,
    rule: "SNAP-DIFF",
    label: "snapshot differs",
    severity: "warning",
    message: "A task snapshot holds another text than was streamed.",
  },
];

/** What one entry shows of rules, worst first. */
export interface EntryFinding {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first event that showed it. */
  readonly event: number;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** The findings of an entry as of event `n`. */
export function findingsOf(entry: Entry, n: number): EntryFinding[] {
  const found: EntryFinding[] = [];
  for (const { of, bit, birth } of entry.problems) {
    const known = (of === "irregular" ? DECODING : ORDER).find((rule) => rule.bit === bit);
    if (!known || birth > n) continue;
    const { rule, label, severity, message } = known;
    found.push({ rule, label, severity, message, event: birth });
  }
  return found.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** The name of every rule there is. */
export const RULES: readonly string[] = [...DECODING, ...ORDER].map(({ rule }) => rule);

export function findingsAt(timeline: Timeline, n: number): Finding[] {
  const found: Finding[] = [];
  collect(found, DECODING, timeline.irregular, n);
  collect(found, ORDER, timeline.disorder, n);
  return found.sort((a, b) => (a.events[0] ?? 0) - (b.events[0] ?? 0));
}

function collect(
  found: Finding[],
  rules: readonly Rule[],
  tracks: readonly Track[],
  n: number,
): void {
  for (const { bit, rule, severity, message } of rules) {
    const track = tracks[31 - Math.clz32(bit)];
    const count = track?.countAt(n) ?? 0;
    if (!track || count === 0) continue;
    const first = track.at(0);
    const last = track.at(count - 1);
    const events = count === 1 ? [first] : [first, last];
    found.push({ rule, severity, count, events, message });
  }
}
