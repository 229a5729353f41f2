/** Checks of streams: how they begin, their order, how they end, and what is stored of them. */

import { compareStoredTask } from "../../timeline/compare-stored-task.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { isLeftOpen, judgeClosing } from "../judge-closing.ts";
import {
  broken,
  brokenBut,
  type Judgement,
  kept,
  notApplicable,
  notMeasured,
  stopWith,
} from "../judgement.ts";
import {
  canStream,
  createMessage,
  getPrompt,
  type PromptTurn,
  requireText,
  STREAMED,
} from "../probes.ts";
import { getContextId, getTaskId, type Response } from "../response.ts";
import { type InterfaceUnderTest, isBefore1 } from "../subject.ts";

/** The streamed turn. Ends the check if the agent does not stream or answered with an error. */
async function getStream(subject: InterfaceUnderTest): Promise<PromptTurn> {
  if (!canStream(subject)) stopWith(notApplicable("The card declares no streaming."));
  const turn = await subject.use(STREAMED);
  requireAccess(turn.response);
  requireResponse(turn.response);
  return turn;
}

/** The same where the stream has events to judge. */
async function getEvents(subject: InterfaceUnderTest): Promise<PromptTurn> {
  const turn = await getStream(subject);
  const { response } = turn;
  if (response.isError || response.events.length === 0) {
    stopWith(notMeasured(`The stream was ${response.describe()}.`, response));
  }
  return turn;
}

const stream = defineCheck({
  id: "STREAM",
  group: "Streams",
  title: "A streamed message returns a stream of A2A events",
  effect: "messages",
  async run(subject) {
    const { response } = await getStream(subject);
    requireText(subject, response);
    if (response.isError) return broken(`Answered with ${response.describe()}.`, response);
    const type = response.getHeader("content-type") ?? "no media type";
    const isStream = subject.endpoint.binding === "grpc" || /^text\/event-stream\b/i.test(type);
    if (!isStream) return broken(`The response is ${type}, not text/event-stream.`, response);
    const [first] = response.events;
    if (!first) return broken("The stream has no event.", response);
    const { kind } = first.event;
    if (kind === "task" || kind === "message")
      return kept(`It begins with a ${kind}.`, response, first.n);
    // Only 1.0 says what comes first.
    if (isBefore1(subject) && (kind === "status" || kind === "artifact")) {
      return kept("It begins with an update.", response, first.n);
    }
    return broken(`It begins with ${response.describe().split(", ")[0]}.`, response, first.n);
  },
});

const order = defineCheck({
  id: "STREAM-ORDER",
  group: "Streams",
  title: "A stream tells of one task, or is one message",
  effect: "messages",
  async run(subject) {
    const { response } = await getEvents(subject);
    const { events } = response;
    const messages = events.filter(({ event }) => event.kind === "message");
    const [message] = messages;
    if (message && events.length > 1) {
      return broken(
        `It has ${events.length} events with a message among them.`,
        response,
        message.n,
      );
    }
    for (const [what, get] of [
      ["task", getTaskId],
      ["context", getContextId],
    ] as const) {
      let first: string | null = null;
      for (const { n, event } of events) {
        const id = get(event);
        if (id === null) continue;
        first ??= id;
        if (id !== first)
          return broken(`It changes to the ${what} ${JSON.stringify(id)}.`, response, n);
      }
    }
    return kept(
      message ? "It is one message." : `Its ${events.length} events tell of one task.`,
      response,
    );
  },
});

const closes = defineCheck({
  id: "STREAM-CLOSES",
  group: "Streams",
  title: "A stream closes when the task has finished",
  effect: "messages",
  async run(subject) {
    const { response } = await getEvents(subject);
    return judgeClosing(response, "--prompt");
  },
});

const end = defineCheck({
  id: "STREAM-END",
  group: "Streams",
  title: "A stream ends without an error of its connection",
  effect: "messages",
  async run(subject) {
    const { response } = await getEvents(subject);
    const cause = response.end?.cause ?? "unknown";
    if (cause === "complete") return kept("The connection ended cleanly.", response);
    if (isLeftOpen(response)) {
      return notMeasured("Loupe closed the connection, because the stream stayed open.", response);
    }
    return broken(`The connection ended by ${response.end?.error?.message ?? cause}.`, response);
  },
});

const storedStream = defineCheck({
  id: "STREAM-STORED",
  group: "Streams",
  title: "The stored task is what was streamed",
  effect: "messages",
  async run(subject) {
    const { response, stored } = await getEvents(subject);
    if (!stored) return notMeasured("The stream has no task.", response);
    if (!stored.task)
      return brokenBut(
        ["EVENTS-ORDERED"],
        `Getting the task was answered with ${stored.describe()}.`,
        stored,
      );
    return compareWithStored(stored);
  },
});

function compareWithStored(stored: Response): Judgement {
  const { timeline } = stored;
  const lane = timeline.tasks.find(({ id }) => id === stored.task?.id);
  const comparison = lane && compareStoredTask(timeline, lane, timeline.lastEvent);
  if (!comparison) return notMeasured("The stored task could not be compared.", stored);
  if (comparison.isProvisional) {
    return notMeasured("The task still ran when it was got.", stored, comparison.event);
  }
  const different = comparison.artifacts.filter(
    ({ deliveryStatus }) => deliveryStatus !== "complete",
  );
  if (comparison.state.deliveryStatus !== "complete") {
    const { delivered, stored: state } = comparison.state;
    return brokenBut(
      ["EVENTS-ORDERED"],
      `It is stored as ${state}, but was streamed as ${delivered}.`,
      stored,
      comparison.event,
    );
  }
  const [first] = different;
  if (first) {
    const name = first.name ?? first.artifactId;
    return brokenBut(
      ["EVENTS-ORDERED"],
      `The artifact ${JSON.stringify(name)} is stored otherwise than it was streamed.`,
      stored,
      comparison.event,
    );
  }
  return kept("State and artifacts are as they were streamed.", stored, comparison.event);
}

const none = defineCheck({
  id: "STREAM-NONE",
  group: "Streams",
  title: "Without streaming, a streamed message is UnsupportedOperation",
  effect: "messages",
  async run(subject) {
    const { card } = subject.agent;
    if (!card) return notApplicable("There is no card.");
    // Only 1.0 says that an agent does not stream if its card does not say so.
    if (card.streaming === true || (card.streaming === null && isBefore1(subject))) {
      return notApplicable("The card declares streaming, or does not say.");
    }
    return subject.record("a streamed message to an agent without streams", async (calls) => {
      const message = createMessage(calls, getPrompt(subject));
      const response = await calls.call({ operation: "stream", message });
      if (response.taskId !== null) calls.noteTask(response.taskId);
      const others = isBefore1(subject) ? ["MethodNotFound"] : [];
      return expectError(response, ["UnsupportedOperation", ...others]);
    });
  },
});

export const STREAM_CHECKS = [stream, order, closes, end, storedStream, none];
