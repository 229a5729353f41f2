/** Watches how each stream begins and goes on. */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { Disorder } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { ALL_0, FROM_1, FROM_02, OF_KIND } from "../rules/rule.ts";
import type { STREAMS } from "../rules/streams.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

type StreamRule = (typeof STREAMS)[number]["rule"];

/** What a stream has told so far. */
interface Course {
  /** What follows may be of other answers, side by side: requests stand in the body. */
  isMingled: boolean;
  /** Which response of its exchange it is. */
  response: number;
  hasBegun: boolean;
  /** It began with a message, which then is all there may be. */
  isMessage: boolean;
  hasTask: boolean;
  /** The task whose generations are counted, and the newest of them. */
  task: number;
  generation: number;
}

const NOTICED = Disorder.AfterFinal | Disorder.OtherTask | Disorder.ContextChanged;

export const watchStreams: MakeWatch = (versions) => {
  const courses: (Course | undefined)[] = [];
  return {
    saw(seen) {
      const { exchange, event, disorder } = seen;
      if ((disorder & NOTICED) !== 0) inOrder(seen, versions);
      if (!exchange.isStream) return;
      let course = courses[exchange.index];
      if (!course || course.response !== exchange.responses) {
        course = begun(exchange);
        courses[exchange.index] = course;
      }
      switch (event.kind) {
        case "status":
          if (event.final !== null) finals(seen, event.final, versions);
          updates(seen, course, versions);
          if (event.generation !== null) counts(seen, course, event.generation, versions);
          break;
        case "artifact":
          updates(seen, course, versions);
          if (event.generation !== null) counts(seen, course, event.generation, versions);
          break;
        case "task":
          if (course.isMessage) breach(seen, versions, "STR-MSG-ONLY", FROM_1);
          course.hasTask = true;
          if (event.generation !== null) counts(seen, course, event.generation, versions);
          break;
        case "message":
          says(seen, course, versions);
          break;
        case "request":
          // What follows answers it, or what was asked before, side by side.
          course.isMingled = true;
          course.isMessage = false;
          course.hasTask = false;
          break;
      }
      course.hasBegun = true;
    },
  };
};

function begun({ responses }: Exchange): Course {
  return {
    isMingled: false,
    response: responses,
    hasBegun: false,
    isMessage: false,
    hasTask: false,
    task: -1,
    generation: 0,
  };
}

function breach(
  { timeline, exchange, ordinal }: Seen,
  versions: VersionBook,
  rule: StreamRule,
  having: readonly Version[],
): void {
  if (having.includes(versions.of(timeline, exchange))) timeline.breach(rule, ordinal);
}

/** What the fold noticed, where it is against the rules of the version, and of one stream. */
function inOrder(seen: Seen, versions: VersionBook): void {
  const { timeline, exchange, ordinal, disorder } = seen;
  if (disorder & Disorder.ContextChanged) breach(seen, versions, "STR-CTX-SWITCH", FROM_02);
  // Lines of events may hold many streams, one after the other or side by side.
  if (exchange.isAlone && !exchange.isStream) return;
  if (disorder & Disorder.OtherTask) timeline.breach("STR-TASK-SWITCH", ordinal);
  if (disorder & Disorder.AfterFinal) breach(seen, versions, "STR-AFTER-FINAL", ALL_0);
}

function updates(seen: Seen, course: Course, versions: VersionBook): void {
  course.hasTask = true;
  if (course.isMessage) breach(seen, versions, "STR-MSG-ONLY", FROM_1);
  if (course.hasBegun || course.isMingled) return;
  const { request } = seen.exchange;
  if (request?.operation === "subscribe") return breach(seen, versions, "STR-SUB-FIRST", FROM_1);
  breach(seen, versions, "STR-FIRST", FROM_1);
  // Who names a task knows it.
  const isNew = request?.operation === "stream" && request.taskId === null;
  if (isNew) breach(seen, versions, "STR-FIRST-0X", OF_KIND);
}

function says(seen: Seen, course: Course, versions: VersionBook): void {
  if (course.isMessage) breach(seen, versions, "STR-MSG-ONLY", FROM_1);
  if (course.hasTask) return breach(seen, versions, "STR-MSG-IN-TASK", FROM_02);
  if (course.hasBegun || course.isMingled) return;
  course.isMessage = true;
  if (seen.exchange.request?.operation === "subscribe") {
    breach(seen, versions, "STR-SUB-FIRST", FROM_1);
  }
}

function finals(seen: Seen, final: boolean, versions: VersionBook): void {
  const { exchange, event } = seen;
  // ProtoJSON of 0.3 has wrapper keys and `final` too, but no envelope of JSON-RPC.
  if (exchange.hasEvidence(VersionEvidence.Rpc, seen.ordinal) || exchange.versionHeader !== null) {
    breach(seen, versions, "STR-FINAL-IN-1", FROM_1);
  }
  if (!final || event.kind !== "status") return;
  const { state } = event.status;
  const isAtWork = state === "working" || state === "submitted";
  if (isAtWork) breach(seen, versions, "STR-FINAL-WORKING", ALL_0);
}

/** 1.1 counts every change of a task; who does not count says nothing, or zero. */
function counts(seen: Seen, course: Course, said: string, versions: VersionBook): void {
  const { timeline, ordinal } = seen;
  const generation = Number(said);
  const task = timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1;
  const before = course.task === task ? course.generation : 0;
  if (before > 0 && generation > before + 1) breach(seen, versions, "STR-GAP", ["1.1"]);
  course.task = task;
  course.generation = generation;
}
