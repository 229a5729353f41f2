/** The command line of `loupe tap`. */

import type { TapStep } from "../lib/api/schemas/plan.ts";
import type { FailOn } from "../lib/check/check.ts";
import { DEFAULT_ROLL_LIMITS, type RollLimits } from "../lib/server/tap/rolling-sink.ts";
import {
  type HostAndPort,
  parseHostName,
  parsePushAddress,
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
import { parseBreakpoint, parsePin } from "./step-options.ts";

export interface TapRequest {
  readonly routes: readonly TapRoute[];
  /** Where it is the proxy of its callers; `null` if it is none. */
  readonly proxy: TapProxy | null;
  /** Names, besides addresses and localhost, by which callers may reach routes in reverse mode. */
  readonly hosts: readonly string[];
  /** File with a plan; `null` if there is none. */
  readonly planFile: string | null;
  /** Breakpoints, and agents that answer from logs. */
  readonly steps: readonly TapStep[];
  /** Breakpoints may be set while it runs. */
  readonly isInteractive: boolean;
  /** Where notifications are received; `null` if callbacks are not changed. */
  readonly push: HostAndPort | null;
  /** A program to run, with its arguments; `null` to tap until it is stopped. */
  readonly program: readonly string[] | null;
  /** File for the log; `null` for a recording in the library. */
  readonly file: string | null;
  /** The file may replace an existing one. */
  readonly isForced: boolean;
  /** Files with keys that verify the signatures of cards. */
  readonly keyFiles: readonly string[];
  /** When a new recording begins; `null` for one recording. */
  readonly roll: RollLimits | null;
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
    allowHosts: createListOption(
      "--allow-host NAME",
      "a host name that callers may reach --reverse by, besides IP addresses and localhost; others are refused; can be repeated",
    ),
    roll: createTextOption(
      "--roll SIZE|TIME",
      "begin a new recording when no call is running and this one is larger or older, such as 64MB or 1h, or never (default: 64MB or 1h in the library, never with -o)",
      "a size, a time or never",
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
    push: createTextOption(
      "--push LISTEN",
      "also record notifications: put this address into push configurations, and pass on what is sent there",
      "a port or HOST:PORT",
    ),
    plan: createTextOption(
      "--plan FILE",
      "do what a plan says to requests and events on their way: hold, delay, drop, repeat, insert, edit, cut, end, fail, answer (JSON or YAML)",
      "a file name",
    ),
    breaks: createListOption(
      "--break CONDITIONS",
      "hold a stream before such an event, such as state=working or tool=search,once; conditions: hop, operation, event, state, tool, artifact, text, rule; can be repeated",
    ),
    holds: createFlag(
      "--hold",
      "let loupe hold and coding agents set breakpoints while it runs; --break and --plan do so too",
    ),
    pins: createListOption(
      "--pin HOP=LOG[@N]",
      "answer the calls to an agent from a log or recording, such as 9998=run.jsonl, while the others stay live; with @N, the agent answers itself from event N of each response on; can be repeated",
    ),
    ...OTLP_OPTIONS,
  },
  createRequest(
    {
      output,
      isForced,
      roll,
      json,
      checks,
      failOn,
      reverse,
      allowHosts,
      keys,
      forward,
      to,
      push,
      plan,
      breaks,
      holds,
      pins,
      otlp,
      hasOtlpContent,
    },
    operands,
    program,
  ): TapRequest {
    if (program?.length === 0) throw new UsageError("-- needs a command");
    if (keys.length > 0 && reverse.length === 0) throw new UsageError("--key needs --reverse");
    if (allowHosts.length > 0 && reverse.length === 0) {
      throw new UsageError("--allow-host needs --reverse");
    }
    const routeCount = operands.length + reverse.length;
    if (program === null && forward === null) {
      if (to.length > 0) throw new UsageError("--to needs --forward or a command");
      if (routeCount === 0) throw new UsageError("tap needs a route, such as 9999=9998");
    }
    if (forward !== null && to.length === 0) {
      throw new UsageError("--forward needs the agents that it forwards to, such as --to 9999");
    }
    if (push !== null && routeCount === 0) throw new UsageError("--push needs a route");
    if (output === "-") throw new UsageError("tap needs a file name for -o");
    try {
      const routes = [
        ...operands.map((text) => parseTapRoute(text, "takeover")),
        ...reverse.map((text) => parseTapRoute(text, "reverse")),
      ];
      // A program without routes is tapped as a client of whatever it calls.
      const isProxy = forward !== null || to.length > 0 || routeCount === 0;
      const proxy = isProxy ? createProxy(forward, to) : null;
      const limits =
        roll === null && output === null ? DEFAULT_ROLL_LIMITS : parseRoll(roll ?? "never");
      const telemetry = { otlp, hasOtlpContent };
      return {
        routes,
        proxy,
        hosts: allowHosts.map(parseHostName),
        push: push === null ? null : parsePushAddress(push),
        planFile: plan,
        steps: [...pins.map(parsePin), ...breaks.map((text) => parseBreakpoint(text))],
        isInteractive: holds || breaks.length > 0 || plan !== null,
        program,
        file: output,
        isForced,
        keyFiles: keys,
        roll: limits,
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

const SIZES: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9 };
const TIMES: Readonly<Record<string, number>> = { s: 1e3, min: 6e4, h: 3.6e6, d: 8.64e7 };

function parseRoll(text: string): RollLimits | null {
  if (text === "never") return null;
  const [, digits, word = ""] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(text) ?? [];
  const unit = word.toLowerCase();
  const [size, time] = [SIZES[unit], TIMES[unit]];
  if (size !== undefined) return { bytes: Number(digits) * size, ms: null };
  if (time !== undefined) return { bytes: null, ms: Number(digits) * time };
  throw new UsageError(`--roll needs a size or time such as 64MB or 1h, or never, not "${text}"`);
}

/** On a free port unless one is given. Without agents, those of this machine. */
function createProxy(forward: string | null, to: readonly string[]): TapProxy {
  const { listen, targets } = parseTapProxy(forward ?? "127.0.0.1:1", to);
  return {
    listen: forward === null ? { ...listen, port: 0 } : listen,
    targets: to.length > 0 ? targets : "loopback",
  };
}
