/** Examples of the rules about task states and their messages. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const recordWorkingTask = (factory: MessageFactory): RecordingBuilder =>
  factory.stream().addEvents(factory.task("working"));

/** A number of working statuses, each with an optional message. */
const createStatuses = (
  factory: MessageFactory,
  count: number,
  createMessage?: (n: number) => ExampleJson,
): ExampleJson[] =>
  Array.from({ length: count }, (_, n) => factory.status("working", createMessage?.(n)));

const createTokenMessage = (factory: MessageFactory, n: number): ExampleJson =>
  factory.message(`tok${n} `);

export const LIFECYCLE_EXAMPLES = {
  "LC-TERM-CHANGE": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("failed"), factory.status("completed"))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("failed"), factory.task("failed"))
        .addEnd(),
  },
  "LC-BACK-SUBMITTED": {
    breaks: (factory) => recordWorkingTask(factory).addEvents(factory.status("submitted")),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("input-required", factory.message("Which?")),
        factory.status("working"),
      ),
  },
  "LC-INPUT-NOMSG": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(factory.status("input-required")).addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("input-required", factory.message("Which?")))
        .addEnd(),
  },
  "LC-AUTH-NOMSG": {
    breaks: (factory) => recordWorkingTask(factory).addEvents(factory.status("auth-required")),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        factory.status("auth-required", factory.message("Sign in at the harbour")),
      ),
  },
  "LC-NOOP-FLOOD": {
    breaks: (factory) => recordWorkingTask(factory).addEvents(...createStatuses(factory, 50)),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          ...createStatuses(factory, 49),
          factory.status("working", factory.message("still at it")),
        )
        .addEvents(...createStatuses(factory, 49)),
  },
  "LC-TOKEN-STATUS": {
    breaks: (factory) =>
      recordWorkingTask(factory).addEvents(
        ...createStatuses(factory, 10, (n) => createTokenMessage(factory, n)),
      ),
    keeps: (factory) =>
      recordWorkingTask(factory).addEvents(
        ...createStatuses(factory, 9, (n) => createTokenMessage(factory, n)),
        factory.status("working", factory.message("and this is a whole sentence.")),
      ),
  },
  "LC-RESULT-IN-MSG": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.status("completed", factory.message("High water at 14:20.")))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.artifact("a", "High water at 14:20.", { last: true }),
          factory.status("completed", factory.message("There you are.")),
        )
        .addEnd(),
  },
  "LC-ERR-AS-DONE": {
    breaks: (factory) =>
      recordWorkingTask(factory)
        .addEvents(factory.artifact("a", "Error: no such harbour"), factory.status("completed"))
        .addEnd(),
    keeps: (factory) =>
      recordWorkingTask(factory)
        .addEvents(
          factory.artifact("a", "Errors in tide tables are rare."),
          factory.status("completed"),
        )
        .addEnd(),
  },
} as const satisfies Examples;
