/**
 * Records in a thread of its own, so that recording never delays what is forwarded.
 *
 * Guarantees: messages arrive in order; bytes are copied, in batches; what waits is bounded, because
 * the thread reports what it has recorded.
 */

import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { TapCall } from "./call-monitor.ts";
import { CallerPrograms, describeCaller, type ProgramFinder } from "./caller-program.ts";
import { type OpenTapLog, TapLog, type TapLogEvents, type TapLogOptions } from "./tap-log.ts";
import type { BytesMessage, TapMessage } from "./tap-message.ts";

type PackedMessage =
  | Exclude<TapMessage, BytesMessage>
  | (Omit<BytesMessage, "bytes"> & { readonly length: number });

interface Batch {
  readonly kind: "batch";
  readonly messages: readonly PackedMessage[];
  /** The bytes of all messages, one after the other. */
  readonly bytes: Uint8Array;
}

type ToThread = Batch | { readonly kind: "close" };

type FromThread =
  | { readonly kind: "open"; readonly startTime: number }
  | { readonly kind: "recorded"; readonly length: number }
  | { readonly kind: "call"; readonly call: TapCall }
  | { readonly kind: "roll"; readonly name: string }
  | { readonly kind: "failure"; readonly message: string }
  | { readonly kind: "closed" };

/** Bytes that may wait to be recorded before callers and agents are slowed down. */
const MAX_BACKLOG_BYTES = 64 << 20;
const MAX_BATCH_BYTES = 1 << 20;
const BATCH_MS = 5;

/** Milliseconds on a clock that all threads of this process share. */
const getSharedNow = () => performance.timeOrigin + performance.now();

export class LogThread implements OpenTapLog {
  readonly #worker: Worker;
  readonly #events: TapLogEvents;
  #startTime = 0;
  #messages: PackedMessage[] = [];
  #chunks: Uint8Array[] = [];
  #batchBytes = 0;
  #batchTimer: NodeJS.Timeout | undefined;
  #backlog = 0;
  #waiting: { readonly limit: number; readonly resolve: () => void }[] = [];
  #isOver = false;

  private constructor(worker: Worker, events: TapLogEvents) {
    this.#worker = worker;
    this.#events = events;
  }

  /** `script` runs `runLogThread`. */
  static async open(script: URL, options: TapLogOptions, events: TapLogEvents): Promise<LogThread> {
    const worker = new Worker(script, { workerData: options });
    const thread = new LogThread(worker, events);
    const [first] = (await once(worker, "message")) as [FromThread];
    if (first.kind === "failure") throw new Error(first.message);
    if (first.kind === "open") thread.#startTime = first.startTime;
    worker.on("message", (message: FromThread) => thread.#receive(message));
    worker.on("error", (error: Error) => thread.#fail(error.message));
    return thread;
  }

  now(): number {
    return Math.round((getSharedNow() - this.#startTime) * 1000) / 1000;
  }

  get isBehind(): boolean {
    return this.#backlog > MAX_BACKLOG_BYTES;
  }

  send(message: TapMessage): void {
    if (this.#isOver) return;
    if (message.kind === "bytes") {
      const { bytes, ...rest } = message;
      this.#messages.push({ ...rest, length: bytes.length });
      this.#chunks.push(bytes);
      this.#batchBytes += bytes.length;
      this.#backlog += bytes.length;
    } else this.#messages.push(message);
    // The program of a caller is looked up while its connection lasts.
    const isNew = message.kind === "open" || message.kind === "caller";
    if (isNew || this.#batchBytes >= MAX_BATCH_BYTES) this.#flush();
    else this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  waitForRoom(): Promise<void> {
    return this.#waitForBacklog(MAX_BACKLOG_BYTES / 2);
  }

  waitUntilRecorded(): Promise<void> {
    this.#flush();
    return this.#waitForBacklog(0);
  }

  async close(): Promise<void> {
    this.#flush();
    if (this.#isOver) return;
    const closed = new Promise<void>((resolve) => {
      this.#worker.on("message", ({ kind }: FromThread) => kind === "closed" && resolve());
      this.#worker.on("exit", () => resolve());
    });
    this.#post({ kind: "close" });
    await closed;
    this.#isOver = true;
    await this.#worker.terminate();
  }

  #flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    if (this.#messages.length === 0) return;
    const bytes = new Uint8Array(this.#batchBytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    const messages = this.#messages;
    this.#messages = [];
    this.#chunks = [];
    this.#batchBytes = 0;
    this.#post({ kind: "batch", messages, bytes }, [bytes.buffer]);
  }

  #post(message: ToThread, transferred: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transferred);
  }

  #receive(message: FromThread): void {
    if (message.kind === "call") this.#events.onCall(message.call);
    if (message.kind === "roll") this.#events.onRoll?.(message.name);
    if (message.kind === "failure") this.#fail(message.message);
    if (message.kind !== "recorded") return;
    this.#backlog -= message.length;
    this.#wake();
  }

  /** What is sent from now on is not recorded, but still forwarded. */
  #fail(message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#backlog = 0;
    this.#wake();
    this.#events.onFailure(message);
  }

  #waitForBacklog(limit: number): Promise<void> {
    if (this.#backlog <= limit) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ limit, resolve }));
  }

  #wake(): void {
    const ready = this.#waiting.filter(({ limit }) => this.#backlog <= limit);
    this.#waiting = this.#waiting.filter(({ limit }) => this.#backlog > limit);
    for (const { resolve } of ready) resolve();
  }
}

/** Forwarding comes first where processors are scarce. */
const RECORDING_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** On Linux, priorities are those of threads. Elsewhere it would be that of the whole process. */
function lowerPriority(): void {
  try {
    const thread = Number(basename(readlinkSync("/proc/thread-self")));
    if (thread !== process.pid) setPriority(thread, RECORDING_PRIORITY);
  } catch {
    // Without /proc it stays as it is.
  }
}

/** The other side: runs in the thread. */
export async function runLogThread(): Promise<void> {
  const port = parentPort;
  if (!port) return;
  lowerPriority();
  const post = (message: FromThread) => port.postMessage(message);
  const onFailure = (message: string) => post({ kind: "failure", message });
  let log: TapLog;
  try {
    log = await TapLog.open(workerData as TapLogOptions, {
      onCall: (call) => post({ kind: "call", call }),
      onRoll: (name) => post({ kind: "roll", name }),
      onFailure,
    });
  } catch (error) {
    return onFailure(error instanceof Error ? error.message : String(error));
  }
  const lookUp = createCallerLookup();
  let work = Promise.resolve();
  port.on("message", (message: ToThread) => {
    const known = message.kind === "batch" ? lookUp(message) : null;
    work = work.then(async () => {
      if (known === null) {
        await log.close();
        return post({ kind: "closed" });
      }
      const batch = await known;
      recordBatch(log, batch);
      if (log.isBehind) await log.waitForRoom();
      post({ kind: "recorded", length: batch.bytes.length });
    });
  });
  post({ kind: "open", startTime: getSharedNow() - log.now() });
}

/**
 * At once, as callers may be gone when a batch is recorded; and together, as a thread that looks for
 * one after the other falls behind when many call.
 */
function createCallerLookup(): (batch: Batch) => Promise<Batch> {
  const programs = new CallerPrograms();
  const waiting: ((found: ProgramFinder) => void)[] = [];
  const lookUpAll = () => {
    const snapshot = programs.takeSnapshot();
    for (const lookUp of waiting.splice(0)) lookUp(snapshot);
  };
  return async (batch) => {
    if (!batch.messages.some(isCaller)) return batch;
    // After all messages that have arrived.
    if (waiting.length === 0) setImmediate(lookUpAll);
    const found = await new Promise<ProgramFinder>((resolve) => waiting.push(resolve));
    return lookUpCallers(batch, found);
  };
}

const isCaller = ({ kind }: PackedMessage) => kind === "open" || kind === "caller";

function lookUpCallers(batch: Batch, programs: ProgramFinder): Batch {
  const messages = batch.messages.map((message) =>
    message.kind === "open" || message.kind === "caller"
      ? { ...message, caller: describeCaller(programs, message), localPort: null }
      : message,
  );
  return { ...batch, messages };
}

function recordBatch(log: TapLog, { messages, bytes }: Batch): void {
  let at = 0;
  for (const message of messages) {
    if (message.kind !== "bytes") {
      log.send(message);
      continue;
    }
    const { length, ...rest } = message;
    const own = Buffer.from(bytes.buffer, bytes.byteOffset + at, length);
    at += length;
    log.send({ ...rest, bytes: own });
  }
}
