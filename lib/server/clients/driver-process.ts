/**
 * Runs a driver: a program that lets a client ask for one recorded response, and prints what the
 * client handed to its application. It reads one line of JSON on standard input and prints one for
 * each event, `{"event": …}`, for an error that the client threw, `{"error": …}`, and at last
 * `{"done": true}`.
 *
 * **Guarantees:** no shell is involved; the program and all that it started are gone when this
 * resolves; whatever it prints, and however long it takes, it is stopped at a limit.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { StringDecoder } from "node:string_decoder";
import type { DriverOutput, ThrownError } from "../../clients/client-result.ts";
import { parseJson } from "../../json/exact-json.ts";
import { isObject, toPlainText } from "../../protocol/json.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import { shorten } from "../../text/graphemes.ts";
import { LineSplitter } from "../../text/line-splitter.ts";
import type { DriverJob } from "./client-exchange.ts";

/** The words of a command line; no shell reads them. */
export interface DriverCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface DriverLimits {
  /** Milliseconds without a sign of life, after which a driver is stopped. */
  readonly idleMs: number;
  /** The number of events beyond which it is stopped. */
  readonly events: number;
}

/** A line longer than any event. */
const MAX_LINE_CHARACTERS = 64 << 20;
const MAX_STDERR_CHARACTERS = 1 << 16;
const MAX_FOREIGN_LINES = 1000;

export interface RunningDriver {
  /** Gives it more time: something that it waits for takes so long. */
  extend(ms: number): void;
  readonly output: Promise<DriverOutput>;
}

/** `isAsked`: whether the client has asked for the recorded response. */
export function startDriver(
  command: DriverCommand,
  job: DriverJob,
  limits: DriverLimits,
  signal: AbortSignal,
  isAsked: () => boolean,
): RunningDriver {
  const run = new DriverRun(limits);
  return {
    extend: (ms) => run.extend(ms),
    output: run.perform(command, job, signal, isAsked),
  };
}

class DriverRun {
  readonly #limits: DriverLimits;
  readonly #events: unknown[] = [];
  #thrown: ThrownError | null = null;
  #failure: string | null = null;
  #isDone = false;
  /** What is wrong with the first line that is not of the contract. */
  #foreign: string | null = null;
  #foreignLines = 0;
  readonly #splitter = new LineSplitter((line) => {
    this.#lines++;
    if (!this.#isOver) this.#readLine(line);
  });
  /** Characters of the line that has no end yet. */
  #unended = 0;
  #lines = 0;
  #stderr = "";
  #timer: NodeJS.Timeout | undefined;
  #deadline = 0;
  #stop: () => void = () => {};

  constructor(limits: DriverLimits) {
    this.#limits = limits;
  }

  extend(ms: number): void {
    this.#deadline = Math.max(this.#deadline, performance.now() + ms + this.#limits.idleMs);
  }

  async perform(
    { program, args, env }: DriverCommand,
    job: DriverJob,
    signal: AbortSignal,
    isAsked: () => boolean,
  ): Promise<DriverOutput> {
    const child = spawn(program, args, {
      env: { ...createDriverEnv(), ...env },
      // Its own process group, so that what it started is stopped with it.
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#stop = () => stopProcess(child);
    signal.addEventListener("abort", this.#stop);
    process.on("exit", this.#stop);
    const exited = waitForExit(child);
    // A driver that ends without reading its input is no error of ours.
    child.stdin.on("error", () => {});
    child.stdin.end(`${JSON.stringify(job)}\n`);
    const decoder = new StringDecoder("utf8");
    child.stdout.on("data", (bytes: Buffer) => this.#read(decoder.write(bytes)));
    child.stderr.on("data", (bytes: Buffer) => {
      this.#stderr = (this.#stderr + bytes.toString()).slice(-MAX_STDERR_CHARACTERS);
    });
    this.extend(0);
    this.#watch();
    const exit = await exited;
    clearTimeout(this.#timer);
    signal.removeEventListener("abort", this.#stop);
    process.off("exit", this.#stop);
    // Whatever it started may still run.
    stopProcess(child);
    this.#splitter.push("\n");
    const hasAsked = isAsked();
    if (!hasAsked) this.#judgeSilence();
    if (!this.#isOver) this.#judgeExit(exit, hasAsked);
    const failure = this.#foreign ?? this.#failure;
    return { hasAsked, events: this.#events, thrown: this.#thrown, failure };
  }

  get #isOver(): boolean {
    return this.#isDone || this.#failure !== null;
  }

  #watch(): void {
    const left = this.#deadline - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#watch(), left);
      return;
    }
    const seconds = this.#limits.idleMs / 1000;
    this.#fail(`did not end within ${seconds} s of the end of the response`);
  }

  #read(text: string): void {
    this.#unended += text.length;
    if (this.#unended > MAX_LINE_CHARACTERS) return this.#fail("prints a line without an end");
    this.#splitter.push(text);
    const end = text.lastIndexOf("\n");
    if (end >= 0) this.#unended = text.length - end - 1;
    this.extend(0);
  }

  #readLine(line: string): void {
    if (line.trim() === "") return;
    const value = parseJson(line);
    if (isObject(value) && "event" in value) {
      this.#events.push(value.event);
      if (this.#events.length > this.#limits.events) {
        this.#fail(`prints more than ${this.#limits.events} events`);
      }
    } else if (isObject(value) && value.error !== undefined) {
      const message = getThrownMessage(value.error);
      this.#thrown ??= { message, text: JSON.stringify(value.error), after: this.#events.length };
    } else if (isObject(value) && value.done === true) {
      this.#isDone = true;
      this.#stop();
    } else if (!isObject(value) || value.state === undefined) {
      // A driver may also print the state that its client ended in.
      const shown = JSON.stringify(shorten(line.trim(), 80));
      // The rest is read all the same: its events tell more than this line.
      this.#foreign ??= `prints a line that is no event, error or end (line ${this.#lines}: ${shown}); other output belongs on standard error`;
      if (++this.#foreignLines > MAX_FOREIGN_LINES) this.#fail(this.#foreign);
    }
  }

  /** What a driver says without having asked for the response is nothing about its bytes. */
  #judgeSilence(): void {
    if (this.#thrown !== null) {
      const message = this.#thrown.message.replace(/\.$/, "");
      this.#fail(`threw before it asked for the response: ${message}`);
      this.#thrown = null;
    } else if (this.#isDone) this.#fail("never asked for the response");
  }

  /** A driver that ends by an error after its client asked is a client that threw. */
  #judgeExit({ code, signal, error }: DriverExit, isAsked: boolean): void {
    if (error !== null) return this.#fail(`could not be started: ${error}`);
    if (this.#thrown !== null) return;
    const message = findErrorLine(this.#stderr);
    if (signal !== null) return this.#fail(`was ended by ${signal}`);
    if (code === 0) return this.#fail('ended without {"done": true}');
    if (isAsked) {
      const shown = message ?? `it ended with exit code ${code}`;
      this.#thrown = { message: shown, text: this.#stderr, after: this.#events.length };
      return;
    }
    const why = message === null ? "" : `: ${message}`;
    this.#fail(`ended with exit code ${code} before it asked for the response${why}`);
  }

  #fail(failure: string): void {
    this.#failure ??= failure;
    this.#stop();
  }
}

/** A client is told none of Loupe's own settings, which have its tokens. */
function createDriverEnv(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith("LOUPE_")) delete env[name];
  return env;
}

interface DriverExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started. */
  readonly error: string | null;
}

async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<DriverExit> {
  try {
    // All that it printed has been read then.
    const [code, signal] = await once(child, "close");
    return { code, signal, error: null };
  } catch (error) {
    return { code: null, signal: null, error: getErrorMessage(error) };
  }
}

function stopProcess({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

function getThrownMessage(error: unknown): string {
  if (!isObject(error)) return toPlainText(error);
  const { name, message } = error;
  const text = toPlainText(message ?? JSON.stringify(error));
  return typeof name === "string" && name !== "Error" ? `${name}: ${text}` : text;
}

/** The message of an uncaught error, or the last line that a program printed. */
function findErrorLine(stderr: string): string | null {
  const lines = stderr.split("\n").map((line) => line.trim());
  const found = lines.find((line) => /^(?:\w+\.)*\w*(?:Error|Exception)\b.*:/.test(line));
  const last = lines.findLast((line) => line !== "" && !/^(?:at |Node\.js v)/.test(line));
  const line = found ?? last;
  return line === undefined ? null : shorten(line.replace(/^Error: /, ""), 500);
}
