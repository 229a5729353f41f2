/**
 * `loupe events LOG`: lists the events of a log. Exit code 0: events were listed; 1: none matches;
 * 2: the log could not be read.
 */

import { listEvents } from "../lib/operations/list-events.ts";
import { EVENT_KINDS, type EventKind } from "../lib/protocol/model.ts";
import { createOption, createTextOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { createNumberOption, PAGE_OPTIONS } from "./page-options.ts";
import { performOperation } from "./perform-operation.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

const KIND = createOption<EventKind | null>(
  "--kind KIND",
  `only events of this kind: ${EVENT_KINDS.join(", ")}`,
  null,
  (_, text, name) => {
    const kind = EVENT_KINDS.find((one) => one === text);
    if (!kind)
      throw new UsageError(`${name} needs one of ${EVENT_KINDS.join(", ")}, not "${text}"`);
    return kind;
  },
);

export const EVENTS = defineCommand({
  name: "events",
  operands: "LOG",
  summary: "lists the events of a log, 50 at a time, with credentials replaced.",
  options: {
    kind: KIND,
    task: createTextOption("--task ID", "only events of this task"),
    from: createNumberOption("--from N", "only from this event on"),
    to: createNumberOption("--to N", "only up to this event"),
    grep: createTextOption("--grep TEXT", "only events whose bytes contain this text, in any case"),
    ...PAGE_OPTIONS,
    json: JSON_OPTION,
  },
  createRequest({ json, ...input }, operands) {
    return { json, input: { ...input, run: getOnlyLog("events", operands) } };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(EVENTS, argv, terminal, ({ json, input }) =>
    performOperation(listEvents, input, terminal, {
      json,
      log: input.run,
      format: ({ data, quoted }) => (data.events.length === 0 ? ["No events match."] : quoted),
      getExitCode: ({ events }) => (events.length > 0 ? 0 : 1),
    }),
  );
