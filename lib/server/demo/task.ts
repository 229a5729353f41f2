/**
 * One task of the demo agent: its state, what it has said, and who is listening.
 *
 * Guarantees: every listener hears the same events in the same order; a run that was canceled says
 * nothing more; a listener that is slow slows the run down.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Artifact,
  isSettled,
  isTerminal,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
  type TaskState,
  type TaskStatus,
} from "./vocabulary.ts";

export interface Listener {
  /** May ask the run to wait until there is room for more. */
  hear(event: StreamResponse): Promise<void> | undefined;
  /** There will be no more in this turn. */
  end(): void;
  /** The connection breaks, without a word. */
  cut(): void;
}

/** What a scene does with its task. */
export type Scene = (task: DemoTask) => Promise<void>;

interface Piece extends Omit<Artifact, "parts"> {
  chunks: Part[];
}

export class DemoTask {
  readonly id = randomUUID();
  readonly contextId: string;
  readonly #artifacts = new Map<string, Piece>();
  readonly #history: Message[] = [];
  readonly #listeners = new Set<Listener>();
  #status: TaskStatus = { state: "TASK_STATE_SUBMITTED", timestamp: now() };
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

  snapshot(): Task {
    const artifacts = Array.from(this.#artifacts.values(), ({ chunks, ...rest }) => ({
      ...rest,
      parts: joined(chunks),
    }));
    return {
      id: this.id,
      contextId: this.contextId,
      status: this.#status,
      ...(artifacts.length > 0 && { artifacts }),
      history: [...this.#history],
    };
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  forget(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Takes the user's message and plays a scene until it ends, is canceled or asks something. */
  async play(message: Message, scene: Scene): Promise<void> {
    this.#history.push({ ...message, taskId: this.id, contextId: this.contextId });
    await this.#tell({ task: this.snapshot() });
    try {
      await this.status("TASK_STATE_WORKING");
      await scene(this);
    } catch (error) {
      if (!this.signal.aborted) throw error;
    }
  }

  async status(state: TaskState, text?: string): Promise<void> {
    this.signal.throwIfAborted();
    await this.#enter(state, text);
  }

  /** Sends a piece of an artifact: the first one of an id begins it, later ones are appended. */
  async artifact(
    piece: Omit<Artifact, "parts">,
    part: Part,
    how: { replace?: true; last?: true } = {},
  ): Promise<void> {
    this.signal.throwIfAborted();
    const known = this.#artifacts.get(piece.artifactId);
    const append = known !== undefined && !how.replace;
    if (append) known.chunks.push(part);
    else this.#artifacts.set(piece.artifactId, { ...piece, chunks: [part] });
    await this.#tell({
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

  /** Breaks every connection there is, while the task itself goes on. */
  cut(): void {
    for (const listener of this.#takeListeners()) listener.cut();
  }

  async cancel(): Promise<void> {
    if (isTerminal(this.state)) return;
    this.#run.abort();
    await this.#enter("TASK_STATE_CANCELED");
  }

  async #enter(state: TaskState, text?: string): Promise<void> {
    const message = text === undefined ? {} : { message: this.#say(text) };
    this.#status = { state, ...message, timestamp: now() };
    const { id: taskId, contextId } = this;
    await this.#tell({ statusUpdate: { taskId, contextId, status: this.#status } });
    if (isSettled(state)) for (const listener of this.#takeListeners()) listener.end();
  }

  #say(text: string): Message {
    return {
      messageId: randomUUID(),
      role: "ROLE_AGENT",
      parts: [{ text }],
      taskId: this.id,
      contextId: this.contextId,
    };
  }

  async #tell(event: StreamResponse): Promise<void> {
    const waits = Array.from(this.#listeners, (listener) => listener.hear(event));
    if (waits.some((wait) => wait !== undefined)) await Promise.all(waits);
  }

  #takeListeners(): Listener[] {
    const all = [...this.#listeners];
    this.#listeners.clear();
    return all;
  }
}

function now(): string {
  return new Date().toISOString();
}

/** Neighbouring texts are one part; a snapshot is not made of tokens. */
function joined(chunks: readonly Part[]): Part[] {
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
