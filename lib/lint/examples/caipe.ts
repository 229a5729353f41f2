/** Examples of the rules about agents of the CAIPE platform. */

import type { Examples } from "./example.ts";
import type { Scene } from "./scene.ts";
import type { Flags, Speaker } from "./speaker.ts";

const PLAN = "⟦1. look\n2. tell⟧";

/** A run in which the agent sends these artifacts: name, id, text. */
type Sent = readonly [name: string, id: string, text: string, flags?: Flags];

function run(say: Speaker, ...sent: readonly Sent[]): Scene {
  const scene = say.stream().say(say.task("working"));
  for (const [name, id, text, flags] of sent) {
    scene.say(say.artifact(id, text, { name, ...flags }));
  }
  return scene;
}

const completed = (scene: Scene, say: Speaker): Scene => scene.say(say.status("completed")).end();
const more: Flags = { append: true };

export const CAIPE_EXAMPLES = {
  "CAI-PLAN-NEWID": {
    breaks: (say) =>
      run(say, ["execution_plan_streaming", "p", PLAN], ["execution_plan_update", "q", PLAN, more]),
    keeps: (say) =>
      run(say, ["execution_plan_streaming", "p", PLAN], ["execution_plan_update", "p", PLAN]),
  },
  "CAI-PLAN-RESEND": {
    breaks: (say) =>
      run(say, ["execution_plan_streaming", "p", PLAN], ["execution_plan_update", "p", PLAN, more]),
    keeps: (say) =>
      run(say, ["execution_plan_streaming", "p", PLAN], ["execution_plan_update", "p", PLAN]),
  },
  "CAI-PLAN-UNCLOSED": {
    breaks: (say) => completed(run(say, ["execution_plan_streaming", "p", "⟦1. look"]), say),
    keeps: (say) =>
      completed(
        run(
          say,
          ["execution_plan_streaming", "p", "⟦1. look"],
          ["execution_plan_streaming", "p", "⟧", more],
        ),
        say,
      ),
  },
  "CAI-PLAN-AUTO-DONE": {
    breaks: (say) =>
      run(
        say,
        ["execution_plan_update", "p", "- 🔄 look\n- ⏳ tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["final_result", "f", "done"],
      ),
    keeps: (say) =>
      run(
        say,
        ["execution_plan_update", "p", "- ✅ look\n- 🔄 tell"],
        ["execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"],
        ["streaming_result", "s", "told"],
        ["final_result", "f", "told"],
      ),
  },
  "CAI-TOOL-UNPAIRED": {
    breaks: (say) =>
      completed(run(say, ["tool_notification_start", "m", "🔧 Calling tool: look"]), say),
    keeps: (say) =>
      completed(
        run(
          say,
          ["tool_notification_start", "m", "🔧 Calling tool: look"],
          ["tool_notification_end", "n", "✅ look completed"],
        ),
        say,
      ),
  },
  "CAI-ERR-DONE": {
    breaks: (say) => completed(run(say, ["error_result", "e", "it broke"]), say),
    keeps: (say) => run(say, ["error_result", "e", "it broke"]).say(say.status("failed")).end(),
  },
  "CAI-FINAL-DIFF": {
    breaks: (say) =>
      run(
        say,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "another", { last: true }],
      ),
    keeps: (say) =>
      run(
        say,
        ["streaming_result", "s", "one thing"],
        ["final_result", "f", "one thing and more", { last: true }],
      ),
  },
  "CAI-FOREIGN-APPEND": {
    breaks: (say) =>
      run(
        say,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here", more],
      ),
    keeps: (say) =>
      run(
        say,
        ["tool_notification_start", "m", "🔧 Calling tool: look"],
        ["streaming_result", "s", "Here"],
        ["streaming_result", "s", " it is", more],
      ),
  },
} as const satisfies Examples;
