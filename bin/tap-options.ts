/** The command line of `loupe tap`. */

import type { FailOn } from "../lib/check/check.ts";
import { parseTapRoute, RouteError, type TapRoute } from "../lib/server/tap/tap-route.ts";
import { FAIL_ON_OPTION } from "./check-options.ts";
import {
  createFlag,
  createListOption,
  createTextOption,
  defineCommand,
  UsageError,
} from "./command-line.ts";
import { OTLP_OPTIONS, type OtlpRequest } from "./otlp-options.ts";

export interface TapRequest {
  readonly routes: readonly TapRoute[];
  /** File for the log; `null` for a recording in the library. */
  readonly file: string | null;
  /** The file may replace an existing one. */
  readonly isForced: boolean;
  readonly json: boolean;
  readonly checks: boolean;
  readonly failOn: FailOn;
  readonly telemetry: OtlpRequest;
}

export const TAP = defineCommand({
  name: "tap",
  operands: "[LISTEN=TARGET...]",
  summary:
    "passes calls between agents on, byte for byte, and records them, until it is stopped. Move each agent to another port and let the tap listen where it was: 9999=9998. Both sides are a port or HOST:PORT. Prints each call when it has ended.",
  options: {
    output: createTextOption(
      "-o, --output FILE",
      "log to write (default: a recording in the library)",
      "a file name",
    ),
    isForced: createFlag("--force", "replace an existing file"),
    json: createFlag("--json", "print one line of JSON for the start, each call and the end"),
    checks: createFlag("--check", "check all calls against the rules at the end"),
    failOn: FAIL_ON_OPTION,
    reverse: createListOption(
      "--reverse LISTEN=TARGET",
      "listen at an address of its own and write it into the cards of the agent; can be repeated",
    ),
    ...OTLP_OPTIONS,
  },
  createRequest(
    { output, isForced, json, checks, failOn, reverse, otlp, hasOtlpContent },
    operands,
  ): TapRequest {
    if (operands.length + reverse.length === 0) {
      throw new UsageError("tap needs a route, such as 9999=9998");
    }
    if (output === "-") throw new UsageError("tap needs a file name for -o");
    try {
      const routes = [
        ...operands.map((text) => parseTapRoute(text, "takeover")),
        ...reverse.map((text) => parseTapRoute(text, "reverse")),
      ];
      const telemetry = { otlp, hasOtlpContent };
      return { routes, file: output, isForced, json, checks, failOn, telemetry };
    } catch (error) {
      if (error instanceof RouteError) throw new UsageError(error.message);
      throw error;
    }
  },
});
