/** Parses the arguments of `loupe resend`; returns a one-line error message if they are wrong. */

import {
  type CallOptions,
  DEFAULT_RUN_OPTIONS,
  parseCallOption,
  splitOption,
} from "./call-options.ts";

export interface ResendRequest extends CallOptions {
  readonly log: string;
  /** Address of the live agent. */
  readonly address: string;
  /** File for the new run; `null` if it is not kept. */
  readonly output: string | null;
  /** Options for `loupe diff`, which compares the two runs. */
  readonly rest: readonly string[];
}

export function parseResendArguments(argv: readonly string[]): ResendRequest | string {
  const positional: string[] = [];
  const rest: string[] = [];
  const { headers, headersTo, limitMs, waitMs, limits, binding, version } = DEFAULT_RUN_OPTIONS;
  let call: CallOptions = { headers, headersTo, limitMs, waitMs, limits, binding, version };
  let output: string | null = null;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = splitOption(word);
    const value = () => inline ?? words.next().value ?? "";
    if (option === "-o" || option === "--output") {
      output = value();
      if (output === "") return `${option} needs a file name`;
    } else if (option === "--json" || option === "--text") rest.push(word);
    else if (option === "--ignore") rest.push(`--ignore=${value()}`);
    else if (word.startsWith("-")) {
      const parsed = parseCallOption(call, option, value);
      if (parsed === null) return `unknown option "${word}"`;
      if (typeof parsed === "string") return parsed;
      call = parsed;
    } else positional.push(word);
  }
  const [log, address] = positional;
  if (log === undefined || address === undefined || positional.length > 2) {
    return "resend needs a log and the address of an agent";
  }
  return { log, address, output, ...call, rest };
}
