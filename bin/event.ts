/**
 * `loupe event LOG N`: prints one event, decoded, as the bytes on the wire, or as Loupe interprets
 * it. Exit code 0: printed; 2: the log could not be read, or has no such event.
 */

import { EVENT_VIEWS, type EventView, getEvent } from "../lib/operations/get-event.ts";
import { createOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { createNumberOption } from "./page-options.ts";
import { performOperation } from "./perform-operation.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

const VIEW = createOption<EventView | null>(
  "--view VIEW",
  "decoded (default), wire: the exact bytes of its frame, or inferred: how Loupe interprets it",
  null,
  (_, text, name) => {
    const view = EVENT_VIEWS.find((one) => one === text);
    if (!view)
      throw new UsageError(`${name} needs one of ${EVENT_VIEWS.join(", ")}, not "${text}"`);
    return view;
  },
);

export const EVENT = defineCommand({
  name: "event",
  operands: "LOG N",
  summary: "prints one event of a log, with credentials replaced.",
  options: {
    view: VIEW,
    maxBytes: createNumberOption("--max-bytes N", "print at most N bytes (default 4000)"),
    offset: createNumberOption("--offset N", "begin at this byte, the nextOffset of a page"),
    json: JSON_OPTION,
  },
  createRequest({ json, maxBytes, ...input }, [run, number, other]) {
    if (run === undefined || number === undefined || other !== undefined) {
      throw new UsageError("event needs a log and the number of an event");
    }
    if (!/^\d{1,9}$/.test(number)) {
      throw new UsageError(`event needs the number of an event, not "${number}"`);
    }
    return { json, input: { ...input, run, n: Number(number), max_bytes: maxBytes } };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(EVENT, argv, terminal, ({ json, input }) =>
    performOperation(getEvent, input, terminal, {
      json,
      log: input.run,
      format: ({ summary, quoted }) => [...summary.split("\n"), ...quoted],
      getExitCode: () => 0,
    }),
  );
