/** Examples of the rules about task states and their messages. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const recordWorkingTask = (say: MessageFactory): RecordingBuilder =>
  say.stream().addEvents(say.task("working"));

/** A number of working statuses, each with an optional message. */
const createStatuses = (
  say: MessageFactory,
  count: number,
  createMessage?: (n: number) => ExampleJson,
): ExampleJson[] =>
  Array.from({ length: count }, (_, n) => say.status("working", createMessage?.(n)));

const createTokenMessage = (say: MessageFactory, n: number): ExampleJson => say.message(`tok${n} `);

export const LIFECYCLE_EXAMPLES = {
  "LC-TERM-CHANGE": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(say.status("failed"), say.status("completed")).addEnd(),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(say.status("failed"), say.task("failed")).addEnd(),
  },
  "LC-BACK-SUBMITTED": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.status("submitted")),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.status("input-required", say.message("Which?")),
        say.status("working"),
      ),
  },
  "LC-INPUT-NOMSG": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.status("input-required")).addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("input-required", say.message("Which?")))
        .addEnd(),
  },
  "LC-AUTH-NOMSG": {
    breaks: (say) => recordWorkingTask(say).addEvents(say.status("auth-required")),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        say.status("auth-required", say.message("Sign in at the harbour")),
      ),
  },
  "LC-NOOP-FLOOD": {
    breaks: (say) => recordWorkingTask(say).addEvents(...createStatuses(say, 50)),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(...createStatuses(say, 49), say.status("working", say.message("still at it")))
        .addEvents(...createStatuses(say, 49)),
  },
  "LC-TOKEN-STATUS": {
    breaks: (say) =>
      recordWorkingTask(say).addEvents(
        ...createStatuses(say, 10, (n) => createTokenMessage(say, n)),
      ),
    keeps: (say) =>
      recordWorkingTask(say).addEvents(
        ...createStatuses(say, 9, (n) => createTokenMessage(say, n)),
        say.status("working", say.message("and this is a whole sentence.")),
      ),
  },
  "LC-RESULT-IN-MSG": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.status("completed", say.message("High water at 14:20.")))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(
          say.artifact("a", "High water at 14:20.", { last: true }),
          say.status("completed", say.message("There you are.")),
        )
        .addEnd(),
  },
  "LC-ERR-AS-DONE": {
    breaks: (say) =>
      recordWorkingTask(say)
        .addEvents(say.artifact("a", "Error: no such harbour"), say.status("completed"))
        .addEnd(),
    keeps: (say) =>
      recordWorkingTask(say)
        .addEvents(say.artifact("a", "Errors in tide tables are rare."), say.status("completed"))
        .addEnd(),
  },
} as const satisfies Examples;
