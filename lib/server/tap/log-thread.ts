/**
 * Records in a thread of its own, so that recording never delays what is forwarded. Another thread
 * looks up the programs that call, as theirs cannot wait for what is being recorded.
 *
 * Guarantees: messages arrive in order; bytes are copied, in batches; what waits is bounded, because
 * the thread reports what it has recorded.
 */

import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { getErrorMessage } from "../../text/error-message.ts";
import type { CallerProgram } from "../../wire/record.ts";
import type { TapCall } from "./call-monitor.ts";
import { CallerThread, type TapThreadData } from "./caller-thread.ts";
import { type OpenTapLog, TapLog, type TapLogEvents, type TapLogOptions } from "./tap-log.ts";
import type { BytesMessage, CallerMessage, OpenMessage, TapMessage } from "./tap-message.ts";

type PackedMessage =
  | Exclude<TapMessage, BytesMessage>
  | (Omit<BytesMessage, "bytes"> & { readonly length: number });

interface Batch {
  readonly kind: "batch";
  readonly messages: readonly PackedMessage[];
  /** The bytes of all messages, one after the other. */
  readonly bytes: Uint8Array;
}

/** The program of a caller in a batch, before or after it. */
interface FoundCaller {
  readonly kind: "found";
  readonly connection: number;
  readonly program: CallerProgram | undefined;
}

type ToThread = Batch | FoundCaller | { readonly kind: "close" };

interface LogThreadData extends TapThreadData {
  readonly options: TapLogOptions;
}

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
/** A response waits no longer for its caller to be looked up. It takes far less on any machine. */
const MAX_LOOK_UP_MS = 2_000;

/** Milliseconds on a clock that all threads of this process share. */
const getSharedNow = () => performance.timeOrigin + performance.now();

export class LogThread implements OpenTapLog {
  readonly #worker: Worker;
  /** `null` where the system does not tell who calls. */
  readonly #callerThread: CallerThread | null;
  readonly #events: TapLogEvents;
  /** Connections whose callers are being looked up, or were: then `null`. */
  readonly #lookUps = new Map<number, Promise<void> | null>();
  /** Of the recording, on the shared clock. */
  readonly #startTime: number;
  #messages: PackedMessage[] = [];
  #chunks: Uint8Array[] = [];
  #batchBytes = 0;
  #batchTimer: NodeJS.Timeout | undefined;
  #backlog = 0;
  #waiting: { readonly limit: number; readonly resolve: () => void }[] = [];
  #isOver = false;

  private constructor(
    worker: Worker,
    {
      callers,
      startTime,
      events,
    }: { callers: CallerThread | null; startTime: number; events: TapLogEvents },
  ) {
    this.#worker = worker;
    this.#callerThread = callers;
    this.#startTime = startTime;
    this.#events = events;
  }

  /** `script` runs `runTapThread`. */
  static async open(script: URL, options: TapLogOptions, events: TapLogEvents): Promise<LogThread> {
    const data: LogThreadData = { kind: "log", options };
    const worker = new Worker(script, { workerData: data });
    const opening = process.platform === "linux" ? CallerThread.open(script) : null;
    let startTime = 0;
    try {
      const [first] = (await once(worker, "message")) as [FromThread];
      if (first.kind === "failure") throw new Error(first.message);
      if (first.kind === "open") startTime = first.startTime;
    } catch (error) {
      await Promise.all([worker.terminate(), (await opening)?.close()]);
      throw error;
    }
    const thread = new LogThread(worker, { callers: await opening, startTime, events });
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
    } else if (isCaller(message)) this.#messages.push(this.#lookUp(message));
    else this.#messages.push(message);
    if (message.kind === "gone") this.#lookUps.delete(message.connection);
    if (this.#batchBytes >= MAX_BATCH_BYTES) this.#flush();
    else this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  waitForCaller(connection: number): Promise<void> | null {
    return this.#lookUps.get(connection) ?? null;
  }

  /** A caller is looked up once, when it is accepted. The result is sent to the thread by itself. */
  #lookUp<Message extends CallerMessage | OpenMessage>(message: Message): Message {
    const { connection, caller, localPort } = message;
    if (localPort === null) return message;
    const isKnown = this.#lookUps.has(connection);
    if (!this.#callerThread || isKnown) return { ...message, localPort: null };
    const { promise, resolve } = withResolver();
    const timer = setTimeout(resolve, MAX_LOOK_UP_MS).unref();
    this.#lookUps.set(connection, promise);
    void promise.then(() => {
      if (this.#lookUps.has(connection)) this.#lookUps.set(connection, null);
    });
    this.#callerThread.find(caller.port, localPort, (program) => {
      clearTimeout(timer);
      this.#post({ kind: "found", connection, program });
      resolve();
    });
    return message;
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
    await Promise.all([this.#worker.terminate(), this.#callerThread?.close()]);
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

const isCaller = (message: PackedMessage | TapMessage): message is CallerMessage | OpenMessage =>
  message.kind === "open" || message.kind === "caller";

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The other side: runs in the thread. */
export async function runLogThread(): Promise<void> {
  const { options } = workerData as LogThreadData;
  const port = parentPort;
  if (!port) return;
  lowerPriority();
  const post = (message: FromThread) => port.postMessage(message);
  const onFailure = (message: string) => post({ kind: "failure", message });
  let log: TapLog;
  try {
    log = await TapLog.open(options, {
      onCall: (call) => post({ kind: "call", call }),
      onRoll: (name) => post({ kind: "roll", name }),
      onFailure,
    });
  } catch (error) {
    return onFailure(getErrorMessage(error));
  }
  const callers = new FoundCallers();
  let work = Promise.resolve();
  port.on("message", (message: ToThread) => {
    if (message.kind === "found") return callers.add(message);
    work = work.then(async () => {
      if (message.kind === "close") {
        await log.close();
        return post({ kind: "closed" });
      }
      recordBatch(log, await callers.describe(message));
      if (log.isBehind) await log.waitForRoom();
      post({ kind: "recorded", length: message.bytes.length });
    });
  });
  post({ kind: "open", startTime: getSharedNow() - log.now() });
}

/** Brings callers and their programs together, whichever arrives first. */
class FoundCallers {
  readonly #found = new Map<number, CallerProgram | undefined>();
  readonly #waiting = new Map<number, (program: CallerProgram | undefined) => void>();

  add({ connection, program }: FoundCaller): void {
    const resolve = this.#waiting.get(connection);
    this.#waiting.delete(connection);
    if (resolve) resolve(program);
    else this.#found.set(connection, program);
  }

  /** Resolves to the batch with the programs of its callers. */
  async describe(batch: Batch): Promise<Batch> {
    const messages: PackedMessage[] = [];
    for (const message of batch.messages) {
      const isSought = isCaller(message) && message.localPort !== null;
      messages.push(isSought ? await this.#describe(message) : message);
    }
    return { ...batch, messages };
  }

  async #describe(message: CallerMessage | OpenMessage): Promise<CallerMessage | OpenMessage> {
    const program = await this.#take(message.connection);
    const caller = { ...message.caller, ...(program && { program }) };
    return { ...message, caller, localPort: null };
  }

  #take(connection: number): Promise<CallerProgram | undefined> {
    return new Promise((resolve) => {
      if (!this.#found.has(connection)) return void this.#waiting.set(connection, resolve);
      resolve(this.#found.get(connection));
      this.#found.delete(connection);
    });
  }
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
