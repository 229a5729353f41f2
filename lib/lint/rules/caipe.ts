/** Rules about CAIPE agents, found by the reducers of `lib/dialects`. */

import type { ChunkFlags, MessageFactory } from "../examples/message-factory.ts";
import type { RecordingBuilder } from "../examples/recording-builder.ts";
import { defineRule, type RuleGroup, VERSIONS_WITH_KIND } from "./rule.ts";

export const CAIPE = {
  title: "CAIPE plans and tools",
  rules: [
    defineRule({
      id: "CAI-PLAN-NEWID",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "plan under new ID",
      message:
        "The whole plan is appended to an artifactId that was never sent before: a client that goes by IDs shows the plan twice or drops it.",
      clients:
        "The Python SDK drops the chunk or breaks the stream, the JavaScript SDK creates a second artifact from it; users see two plans, or one that never finishes.",
      remedy: "Send the whole plan under the ID it was streamed with, with append: false.",
      spec: "CAIPE, October 2025",
      breaks: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_streaming", "p", PLAN],
          ["execution_plan_update", "q", PLAN, APPENDED_FLAGS],
        ),
      nearly: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_streaming", "p", PLAN],
          ["execution_plan_update", "p", PLAN],
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-PLAN-RESEND",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "plan sent again",
      message:
        "A whole plan is appended to the existing plan: a client that appends shows it twice. Loupe reads it as a replacement.",
      clients: "The SDKs append as instructed, so the plan's text is stored twice.",
      remedy: "Send a whole plan with append: false, or send only its new text.",
      spec: "CAIPE, since October 2025",
      breaks: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_streaming", "p", PLAN],
          ["execution_plan_update", "p", PLAN, APPENDED_FLAGS],
        ),
      nearly: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_streaming", "p", PLAN],
          ["execution_plan_update", "p", PLAN],
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-PLAN-UNCLOSED",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "plan not closed",
      message: "A plan starts with ⟦ but never ends with ⟧.",
      clients:
        "Clients that wait for ⟧ before they show the plan show none, and take the text that follows for part of it.",
      remedy: "End every plan with ⟧, even when the run fails, or send it as data.",
      spec: "CAIPE, October 2025",
      breaks: (factory) =>
        addCompletion(
          recordArtifacts(factory, ["execution_plan_streaming", "p", "⟦1. look"]),
          factory,
        ),
      nearly: (factory) =>
        addCompletion(
          recordArtifacts(
            factory,
            ["execution_plan_streaming", "p", "⟦1. look"],
            ["execution_plan_streaming", "p", "⟧", APPENDED_FLAGS],
          ),
          factory,
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-PLAN-AUTO-DONE",
      severity: "info",
      versions: VERSIONS_WITH_KIND,
      title: "steps declared done",
      message:
        "Every unfinished step was declared completed at once, just before the final result: the executor does this on its own, so the steps may not be completed.",
      clients: "Users are told that work was done that may not have been.",
      remedy: "Report each step when it ends; leave unfinished steps open.",
      spec: "CAIPE, 2026",
      breaks: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_update", "p", "- 🔄 look\n- ⏳ tell"],
          ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
          ["final_result", "f", "done"],
        ),
      nearly: (factory) =>
        recordArtifacts(
          factory,
          ["execution_plan_update", "p", "- ✅ look\n- 🔄 tell"],
          ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
          ["streaming_result", "s", "told"],
          ["final_result", "f", "told"],
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-TOOL-UNPAIRED",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "unpaired tool notice",
      message: "A tool was reported to start but never to end, or to end without having started.",
      clients: "Clients show a tool that runs forever, or a result without a tool call.",
      remedy: "Send one end for every start, even when the tool fails.",
      spec: "CAIPE",
      breaks: (factory) =>
        addCompletion(
          recordArtifacts(factory, ["tool_notification_start", "m", "🔧 Calling tool: look"]),
          factory,
        ),
      nearly: (factory) =>
        addCompletion(
          recordArtifacts(
            factory,
            ["tool_notification_start", "m", "🔧 Calling tool: look"],
            ["tool_notification_end", "n", "✅ look completed"],
          ),
          factory,
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-ERR-DONE",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "completed after error",
      message: "The agent reported an error as its result, then reported that the task completed.",
      clients:
        "Clients that go by the task's state take the failure for a result: retries, alerts and callers see a success.",
      remedy: "End the task as failed, with the error as the status message.",
      spec: "CAIPE",
      breaks: (factory) =>
        addCompletion(recordArtifacts(factory, ["error_result", "e", "it broke"]), factory),
      nearly: (factory) =>
        recordArtifacts(factory, ["error_result", "e", "it broke"])
          .addEvents(factory.status("failed"))
          .addEnd(),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-FINAL-DIFF",
      severity: "warning",
      versions: VERSIONS_WITH_KIND,
      title: "final text differs",
      message: "The final text neither equals nor continues what was streamed before.",
      clients:
        "The text users read while it was streamed is not the text the run ends with, and clients that show both show two results.",
      remedy:
        "Start the final text with what was streamed, or don't stream text that will be rewritten.",
      spec: "CAIPE",
      breaks: (factory) =>
        recordArtifacts(
          factory,
          ["streaming_result", "s", "one thing"],
          ["final_result", "f", "another", { last: true }],
        ),
      nearly: (factory) =>
        recordArtifacts(
          factory,
          ["streaming_result", "s", "one thing"],
          ["final_result", "f", "one thing and more", { last: true }],
        ),
      check: "dialects",
    }),
    defineRule({
      id: "CAI-FOREIGN-APPEND",
      severity: "info",
      versions: VERSIONS_WITH_KIND,
      title: "forwarded append",
      message:
        "A forwarded artifact is appended to an artifactId that was never sent: the supervisor does this to all but its first artifact.",
      clients:
        "The Python SDK drops the chunk or breaks the stream at it; the JavaScript SDK creates an artifact from it.",
      remedy: "When forwarding, set append: false for the first chunk of every artifactId.",
      spec: "CAIPE",
      breaks: (factory) =>
        recordArtifacts(
          factory,
          ["tool_notification_start", "m", "🔧 Calling tool: look"],
          ["streaming_result", "s", "Here", APPENDED_FLAGS],
        ),
      nearly: (factory) =>
        recordArtifacts(
          factory,
          ["tool_notification_start", "m", "🔧 Calling tool: look"],
          ["streaming_result", "s", "Here"],
          ["streaming_result", "s", " it is", APPENDED_FLAGS],
        ),
      check: "dialects",
    }),
  ],
} as const satisfies RuleGroup;

const PLAN = "⟦1. look\n2. tell⟧";

/** An artifact that the agent sends: name, ID, text. */
type SentArtifact = readonly [name: string, id: string, text: string, flags?: ChunkFlags];

function recordArtifacts(
  factory: MessageFactory,
  ...sent: readonly SentArtifact[]
): RecordingBuilder {
  const recording = factory.stream().addEvents(factory.task("working"));
  for (const [name, id, text, flags] of sent) {
    recording.addEvents(factory.artifact(id, text, { name, ...flags }));
  }
  return recording;
}

const addCompletion = (recording: RecordingBuilder, factory: MessageFactory): RecordingBuilder =>
  recording.addEvents(factory.status("completed")).addEnd();

const APPENDED_FLAGS: ChunkFlags = { append: true };
