/** Examples of the rules about CAIPE agents. */

import type { Examples } from "./example.ts";
import type { ChunkFlags, MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

const PLAN = "⟦1. look\n2. tell⟧";

/** An artifact that the agent sends: name, ID, text. */
type SentArtifact = readonly [name: string, id: string, text: string, flags?: ChunkFlags];

function recordArtifacts(say: MessageFactory, ...sent: readonly SentArtifact[]): RecordingBuilder {
  const scene = say.stream().addEvents(say.task("working"));
  for (const [name, id, text, flags] of sent) {
    scene.addEvents(say.artifact(id, text, { name, ...flags }));
  }
  return scene;
}

const addCompletion = (scene: RecordingBuilder, say: MessageFactory): RecordingBuilder =>
  scene.addEvents(say.status("completed")).addEnd();
const APPENDED_FLAGS: ChunkFlags = { append: true };

export const CAIPE_EXAMPLES = {
  "CAI-PLAN-NEWID": {
    breaks: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "q", PLAN, APPENDED_FLAGS],
      ),
    keeps: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN],
      ),
  },
  "CAI-PLAN-RESEND": {
    breaks: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN, APPENDED_FLAGS],
      ),
    keeps: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_streaming", "p", PLAN],
        ["execution_plan_update", "p", PLAN],
      ),
  },
  "CAI-PLAN-UNCLOSED": {
    breaks: (say) =>
      addCompletion(recordArtifacts(say, ["execution_plan_streaming", "p", "⟦1. look"]), say),
    keeps: (say) =>
      addCompletion(
        recordArtifacts(
          say,
          ["execution_plan_streaming", "p", "⟦1. look"],
          ["execution_plan_streaming", "p", "⟧", APPENDED_FLAGS],
        ),
        say,
      ),
  },
  "CAI-PLAN-AUTO-DONE": {
    breaks: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_update", "p", "- 🔄 look\n- ⏳ tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["final_result", "f", "done"],
      ),
    keeps: (say) =>
      recordArtifacts(
        say,
        ["execution_plan_update", "p", "- ✅ look\n- 🔄 tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["streaming_result", "s", "told"],
        ["final_result", "f", "told"],
      ),
  },
  "CAI-TOOL-UNPAIRED": {
    breaks: (say) =>
      addCompletion(
        recordArtifacts(say, ["tool_notification_start", "m", "🔧 Calling tool: look"]),
        say,
      ),
    keeps: (say) =>
      addCompletion(
        recordArtifacts(
          say,
          ["tool_notification_start", "m", "🔧 Calling tool: look"],
          ["tool_notification_end", "n", "✅ look completed"],
        ),
        say,
      ),
  },
  "CAI-ERR-DONE": {
    breaks: (say) => addCompletion(recordArtifacts(say, ["error_result", "e", "it broke"]), say),
    keeps: (say) =>
      recordArtifacts(say, ["error_result", "e", "it broke"])
        .addEvents(say.status("failed"))
        .addEnd(),
  },
  "CAI-FINAL-DIFF": {
    breaks: (say) =>
      recordArtifacts(
        say,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "another", { last: true }],
      ),
    keeps: (say) =>
      recordArtifacts(
        say,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "one thing and more", { last: true }],
      ),
  },
  "CAI-FOREIGN-APPEND": {
    breaks: (say) =>
      recordArtifacts(
        say,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here", APPENDED_FLAGS],
      ),
    keeps: (say) =>
      recordArtifacts(
        say,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here"],
        ["streaming_result", "s", " it is", APPENDED_FLAGS],
      ),
  },
} as const satisfies Examples;
