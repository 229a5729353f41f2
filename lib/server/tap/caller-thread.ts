/**
 * Looks up calling programs in a thread of its own: the system takes milliseconds to list all
 * connections, in which nothing else would be forwarded.
 *
 * Guarantees: every caller that is looked up gets its result, in the end without a program.
 */

import { once } from "node:events";
import { parentPort, Worker } from "node:worker_threads";
import type { CallerProgram } from "../../wire/record.ts";
import { CallerPrograms } from "./caller-program.ts";

/** What a thread of a tap is for. */
export interface TapThreadData {
  readonly kind: "log" | "callers";
}

/** The two ends of a connection. */
interface LookUp {
  readonly id: number;
  readonly callerPort: number;
  readonly listenPort: number;
}

interface Found {
  readonly id: number;
  readonly program: CallerProgram | undefined;
}

type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly all: readonly Found[] };

type OnFound = (program: CallerProgram | undefined) => void;

export class CallerThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, OnFound>();
  #lookUps = 0;
  #isOver = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (message: FromThread) => {
      if (message.kind === "ready") return;
      for (const { id, program } of message.all) this.#finish(id, program);
    });
    worker.on("error", () => this.#end());
    worker.on("exit", () => this.#end());
  }

  /** `script` runs `runTapThread`. Resolves when it is ready, so that the first caller is found too. */
  static async open(script: URL): Promise<CallerThread> {
    const workerData: TapThreadData = { kind: "callers" };
    const worker = new Worker(script, { workerData });
    const thread = new CallerThread(worker);
    // Without a thread, callers are not known, and everything else works.
    await once(worker, "message").catch(() => undefined);
    return thread;
  }

  find(callerPort: number, listenPort: number, onFound: OnFound): void {
    if (this.#isOver) return onFound(undefined);
    this.#lookUps += 1;
    const id = this.#lookUps;
    this.#waiting.set(id, onFound);
    this.#worker.postMessage({ id, callerPort, listenPort } satisfies LookUp);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #finish(id: number, program: CallerProgram | undefined): void {
    const onFound = this.#waiting.get(id);
    this.#waiting.delete(id);
    onFound?.(program);
  }

  #end(): void {
    this.#isOver = true;
    for (const id of [...this.#waiting.keys()]) this.#finish(id, undefined);
  }
}

/** The other side: runs in the thread. The connections are listed once for all callers that wait. */
export function runCallerThread(): void {
  const port = parentPort;
  const programs = new CallerPrograms();
  const waiting: LookUp[] = [];
  const lookUpAll = () => {
    const snapshot = programs.takeSnapshot();
    const found = waiting.splice(0).map(
      ({ id, callerPort, listenPort }): Found => ({
        id,
        program: snapshot.find(callerPort, listenPort),
      }),
    );
    port?.postMessage({ kind: "found", all: found } satisfies FromThread);
  };
  port?.on("message", (lookUp: LookUp) => {
    // After all messages that have arrived.
    if (waiting.push(lookUp) === 1) setImmediate(lookUpAll);
  });
  port?.postMessage({ kind: "ready" } satisfies FromThread);
}
