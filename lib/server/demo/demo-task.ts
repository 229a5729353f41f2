/**
 * One task of the demo agent: its state, artifacts, history and listeners.
 *
 * Guarantees: every listener gets the same events in the same order; a canceled task sends nothing
 * more; a slow listener slows the task down.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Artifact,
  isTerminal,
  isTurnOver,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
  type TaskState,
  type TaskStatus,
} from "./a2a-types.ts";

export interface TaskListener {
  /** The task waits for the returned promise before it sends more. */
  onEvent(event: StreamResponse): Promise<void> | undefined;
  /** This turn sends no more events. */
  end(): void;
  /** The connection breaks without notice. */
  cut(): void;
}

/** Plays one behavior on a task. */
export type DemoScene = (task: DemoTask) => Promise<void>;

interface GrowingArtifact extends Omit<Artifact, "parts"> {
  chunks: Part[];
}

export class DemoTask {
  readonly id = randomUUID();
  readonly contextId: string;
  readonly #artifacts = new Map<string, GrowingArtifact>();
  readonly #history: Message[] = [];
  readonly #listeners = new Set<TaskListener>();
  #status: TaskStatus = { state: "TASK_STATE_SUBMITTED", timestamp: getTimestamp() };
  readonly #run = new AbortController();

  constructor(contextId: string) {
    this.contextId = contextId;
  }

  get state(): TaskState {
    return this.#status.state;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  getSnapshot(): Task {
    const artifacts = Array.from(this.#artifacts.values(), ({ chunks, ...rest }) => ({
      ...rest,
      parts: mergeTexts(chunks),
    }));
    return {
      id: this.id,
      contextId: this.contextId,
      status: this.#status,
      ...(artifacts.length > 0 && { artifacts }),
      history: [...this.#history],
    };
  }

  addListener(listener: TaskListener): void {
    this.#listeners.add(listener);
  }

  removeListener(listener: TaskListener): void {
    this.#listeners.delete(listener);
  }

  /** Takes the user's message and plays a scene until it ends, is canceled or asks a question. */
  async play(message: Message, scene: DemoScene): Promise<void> {
    this.#history.push({ ...message, taskId: this.id, contextId: this.contextId });
    await this.#sendEvent({ task: this.getSnapshot() });
    try {
      await this.status("TASK_STATE_WORKING");
      await scene(this);
    } catch (error) {
      if (!this.signal.aborted) throw error;
    }
  }

  async status(state: TaskState, text?: string): Promise<void> {
    this.signal.throwIfAborted();
    await this.#setState(state, text);
  }

  /** Sends a chunk of an artifact: the first chunk of an id starts it, later chunks are appended. */
  async sendArtifact(
    piece: Omit<Artifact, "parts">,
    part: Part,
    how: { replace?: true; last?: true } = {},
  ): Promise<void> {
    this.signal.throwIfAborted();
    const known = this.#artifacts.get(piece.artifactId);
    const append = known !== undefined && !how.replace;
    if (append) known.chunks.push(part);
    else this.#artifacts.set(piece.artifactId, { ...piece, chunks: [part] });
    await this.#sendEvent({
      artifactUpdate: {
        taskId: this.id,
        contextId: this.contextId,
        artifact: { ...piece, parts: [part] },
        ...(append && { append }),
        ...(how.last && { lastChunk: true }),
      },
    });
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal });
  }

  /** Breaks every connection; the task itself continues. */
  cutConnections(): void {
    for (const listener of this.#takeListeners()) listener.cut();
  }

  async cancel(): Promise<void> {
    if (isTerminal(this.state)) return;
    this.#run.abort();
    await this.#setState("TASK_STATE_CANCELED");
  }

  async #setState(state: TaskState, text?: string): Promise<void> {
    const message = text === undefined ? {} : { message: this.#createMessage(text) };
    this.#status = { state, ...message, timestamp: getTimestamp() };
    const { id, contextId } = this;
    await this.#sendEvent({ statusUpdate: { taskId: id, contextId, status: this.#status } });
    if (isTurnOver(state)) for (const listener of this.#takeListeners()) listener.end();
  }

  #createMessage(text: string): Message {
    return {
      messageId: randomUUID(),
      role: "ROLE_AGENT",
      parts: [{ text }],
      taskId: this.id,
      contextId: this.contextId,
    };
  }

  async #sendEvent(event: StreamResponse): Promise<void> {
    const waits = Array.from(this.#listeners, (listener) => listener.onEvent(event));
    if (waits.some((wait) => wait !== undefined)) await Promise.all(waits);
  }

  #takeListeners(): TaskListener[] {
    const all = [...this.#listeners];
    this.#listeners.clear();
    return all;
  }
}

function getTimestamp(): string {
  return new Date().toISOString();
}

/** Joins adjacent text parts: a snapshot does not consist of tokens. */
function mergeTexts(chunks: readonly Part[]): Part[] {
  const parts: Part[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) parts.push({ text: texts.join("") });
    texts = [];
  };
  for (const chunk of chunks) {
    if ("text" in chunk) texts.push(chunk.text);
    else {
      flush();
      parts.push(chunk);
    }
  }
  flush();
  return parts;
}
