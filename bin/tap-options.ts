/** The command line of `loupe tap`. */

import type { FailOn } from "../lib/check/check.ts";
import {
  parseTapProxy,
  parseTapRoute,
  RouteError,
  type TapProxy,
  type TapRoute,
} from "../lib/server/tap/tap-route.ts";
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
  /** Where it is the proxy of its callers; `null` if it is none. */
  readonly proxy: TapProxy | null;
  /** A program to run, with its arguments; `null` to tap until it is stopped. */
  readonly program: readonly string[] | null;
  /** File for the log; `null` for a recording in the library. */
  readonly file: string | null;
  /** The file may replace an existing one. */
  readonly isForced: boolean;
  /** Files with keys that verify the signatures of cards. */
  readonly keyFiles: readonly string[];
  readonly json: boolean;
  readonly checks: boolean;
  readonly failOn: FailOn;
  readonly telemetry: OtlpRequest;
}

export const TAP = defineCommand({
  name: "tap",
  operands: "[LISTEN=TARGET...] [-- COMMAND [ARG...]]",
  summary:
    "passes calls between agents on, byte for byte, and records them, until it is stopped. Move each agent to another port and let the tap listen where it was: 9999=9998. Both sides are a port or HOST:PORT. Prints each call when it has ended. With -- COMMAND, runs a program and stops when it ends, with its exit code; without a route, the program's HTTP_PROXY is the tap.",
  takesProgram: true,
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
    keys: createListOption(
      "--key FILE",
      "public key (JWK, JWK set or PEM) that verifies signatures of cards before --reverse drops them; can be repeated",
    ),
    forward: createTextOption(
      "--forward LISTEN",
      "listen as an HTTP proxy, which forwards to the agents of --to and refuses everything else",
      "a port or HOST:PORT",
    ),
    to: createListOption(
      "--to TARGET",
      "an agent that the proxy forwards to, such as http://localhost:8000; can be repeated",
    ),
    ...OTLP_OPTIONS,
  },
  createRequest(
    { output, isForced, json, checks, failOn, reverse, keys, forward, to, otlp, hasOtlpContent },
    operands,
    program,
  ): TapRequest {
    if (program?.length === 0) throw new UsageError("-- needs a command");
    if (keys.length > 0 && reverse.length === 0) throw new UsageError("--key needs --reverse");
    const routeCount = operands.length + reverse.length;
    if (program === null && forward === null) {
      if (to.length > 0) throw new UsageError("--to needs --forward or a command");
      if (routeCount === 0) throw new UsageError("tap needs a route, such as 9999=9998");
    }
    if (forward !== null && to.length === 0) {
      throw new UsageError("--forward needs the agents that it forwards to, such as --to 9999");
    }
    if (output === "-") throw new UsageError("tap needs a file name for -o");
    try {
      const routes = [
        ...operands.map((text) => parseTapRoute(text, "takeover")),
        ...reverse.map((text) => parseTapRoute(text, "reverse")),
      ];
      // A program without routes is tapped as a client of whatever it calls.
      const isProxy = forward !== null || to.length > 0 || routeCount === 0;
      const proxy = isProxy ? createProxy(forward, to) : null;
      const telemetry = { otlp, hasOtlpContent };
      return {
        routes,
        proxy,
        program,
        file: output,
        isForced,
        keyFiles: keys,
        json,
        checks,
        failOn,
        telemetry,
      };
    } catch (error) {
      if (error instanceof RouteError) throw new UsageError(error.message);
      throw error;
    }
  },
});

/** On a free port unless one is given. Without agents, those of this machine. */
function createProxy(forward: string | null, to: readonly string[]): TapProxy {
  const { listen, targets } = parseTapProxy(forward ?? "127.0.0.1:1", to);
  return {
    listen: forward === null ? { ...listen, port: 0 } : listen,
    targets: to.length > 0 ? targets : "loopback",
  };
}
