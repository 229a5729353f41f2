/** Examples of the rules about CAIPE agents. */

import type { Examples } from "./example.ts";
import type { ChunkFlags, MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

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

export const CAIPE_EXAMPLES = {
  "CAI-PLAN-NEWID": {
    breaks: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "q", PLAN, APPENDED_FLAGS],
      ),
    keeps: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN],
      ),
  },
  "CAI-PLAN-RESEND": {
    breaks: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN, APPENDED_FLAGS],
      ),
    keeps: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN],
      ),
  },
  "CAI-PLAN-UNCLOSED": {
    breaks: (factory) =>
      addCompletion(
        recordArtifacts(factory, ["execution_plan_streaming", "p", "⟦1. look"]),
        factory,
      ),
    keeps: (factory) =>
      addCompletion(
        recordArtifacts(
          factory,
          ["execution_plan_streaming", "p", "⟦1. look"],
          ["execution_plan_streaming", "p", "⟧", APPENDED_FLAGS],
        ),
        factory,
      ),
  },
  "CAI-PLAN-AUTO-DONE": {
    breaks: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_update", "p", "- 🔄 look\n- ⏳ tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["final_result", "f", "done"],
      ),
    keeps: (factory) =>
      recordArtifacts(
        factory,
        ["execution_plan_update", "p", "- ✅ look\n- 🔄 tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["streaming_result", "s", "told"],
        ["final_result", "f", "told"],
      ),
  },
  "CAI-TOOL-UNPAIRED": {
    breaks: (factory) =>
      addCompletion(
        recordArtifacts(factory, ["tool_notification_start", "m", "🔧 Calling tool: look"]),
        factory,
      ),
    keeps: (factory) =>
      addCompletion(
        recordArtifacts(
          factory,
          ["tool_notification_start", "m", "🔧 Calling tool: look"],
          ["tool_notification_end", "n", "✅ look completed"],
        ),
        factory,
      ),
  },
  "CAI-ERR-DONE": {
    breaks: (factory) =>
      addCompletion(recordArtifacts(factory, ["error_result", "e", "it broke"]), factory),
    keeps: (factory) =>
      recordArtifacts(factory, ["error_result", "e", "it broke"])
        .addEvents(factory.status("failed"))
        .addEnd(),
  },
  "CAI-FINAL-DIFF": {
    breaks: (factory) =>
      recordArtifacts(
        factory,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "another", { last: true }],
      ),
    keeps: (factory) =>
      recordArtifacts(
        factory,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "one thing and more", { last: true }],
      ),
  },
  "CAI-FOREIGN-APPEND": {
    breaks: (factory) =>
      recordArtifacts(
        factory,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here", APPENDED_FLAGS],
      ),
    keeps: (factory) =>
      recordArtifacts(
        factory,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here"],
        ["streaming_result", "s", " it is", APPENDED_FLAGS],
      ),
  },
} as const satisfies Examples;
