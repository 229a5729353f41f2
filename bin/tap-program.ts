/**
 * Runs the program of `loupe tap … -- COMMAND`, with the variables that make it use a proxy.
 *
 * Guarantees: the program receives the signals that the command receives; its end is awaited.
 */

import { type StdioOptions, spawn } from "node:child_process";
import { constants } from "node:os";

/** Exit code of shells for a program that cannot be started. */
const NOT_STARTED = 127;
/** Shells add the number of the signal that ended a program. */
const SIGNALED = 128;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Variables = Readonly<Record<string, string>>;

/** Programs spell the names in either case. Without exceptions, addresses of this machine count too. */
export const createProxyVariables = (proxy: string): Variables => ({
  HTTP_PROXY: proxy,
  http_proxy: proxy,
  NO_PROXY: "",
  no_proxy: "",
  NODE_USE_ENV_PROXY: "1",
});

export interface ProgramOptions {
  readonly variables: Variables;
  /** Its standard output is the standard error of the command. */
  readonly isOutputMoved: boolean;
}

/** Resolves to the exit code of the program; rejects if it cannot be started. */
export async function runProgram(
  [name = "", ...words]: readonly string[],
  { variables, isOutputMoved }: ProgramOptions,
): Promise<number> {
  const stdio: StdioOptions = ["inherit", isOutputMoved ? 2 : "inherit", "inherit"];
  const child = spawn(name, words, { stdio, env: { ...process.env, ...variables } });
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl+C to the program as well.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", (error) => reject(new ProgramError(name, error)));
      child.once("exit", (code, signal) =>
        resolve(code ?? SIGNALED + (signal ? constants.signals[signal] : 0)),
      );
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

/** The program cannot be started. */
export class ProgramError extends Error {
  readonly code = NOT_STARTED;

  constructor(name: string, { message }: Error) {
    super(`cannot start ${name}: ${message}`);
  }
}
