/** Performs the input and output of operations with a library: its recordings, its exchanges. */

import type { RecordingMetadata } from "../../api/recording-metadata.ts";
import type { Grade } from "../../conform/grade.ts";
import { ANY_AGENT } from "../../conform/profiles.ts";
import type { Effect, PromptState } from "../../conform/subject.ts";
import { OperationError } from "../../operations/operation.ts";
import type {
  AgentToGrade,
  ListedRecordings,
  MessageToSend,
  OperationHost,
  ServedRun,
  TapAccess,
} from "../../operations/operation-host.ts";
import { type OpenRun, openRunChunks } from "../../operations/read-run.ts";
import { filterRecordings } from "../../report/recording-query.ts";
import type { HeaderList } from "../../wire/record.ts";
import { connect } from "../agent/connect.ts";
import { gradeAgent, MAX_REQUESTS } from "../conform/grade-agent.ts";
import { formatError } from "../http/api-error.ts";
import { isRecordingId } from "../ids.ts";
import type { Library } from "../library.ts";
import { AgentNotFoundError, createNoCardError, getHeaderSecrets } from "../live/live-agent.ts";
import { runConversation } from "../live/live-run.ts";
import { readMetadataBeside } from "../recording/beside-log.ts";
import { type RunCache, refuseLog } from "./run-cache.ts";

/** A coding agent waits for the grade. */
const GRADE_LIMIT_MS = 60_000;

/** Credentials for agents, which no caller of an operation sees. */
export interface AgentHeaders {
  readonly headers: HeaderList;
  /** Origins that receive them besides that of the address. */
  readonly headersTo: readonly string[];
}

interface LibraryHostOptions extends AgentHeaders {
  readonly library: Library;
  readonly runs: RunCache;
  readonly taps: TapAccess;
  /** The run with the name `-`. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  /** Finds the file of a run that is not a recording; `null` if there is none. */
  findFile(run: string): Promise<string | null>;
  serveRun(run: string, path: string, faults: string): Promise<ServedRun>;
  stopServing(run: string): Promise<boolean>;
  readonly signal: AbortSignal;
}

export class LibraryHost implements OperationHost {
  readonly #options: LibraryHostOptions;

  constructor(options: LibraryHostOptions) {
    this.#options = options;
  }

  get taps(): TapAccess {
    return this.#options.taps;
  }

  async openRun(run: string): Promise<OpenRun> {
    const { stdin } = this.#options;
    if (run === "-" && stdin) return openRunChunks(run, stdin, { redacts: true }).catch(refuseLog);
    const path = await this.#findPath(run);
    const { edges } = await this.#readMetadata(run, path);
    return this.#options.runs.open(run, path, edges);
  }

  async listRecordings(query: string): Promise<ListedRecordings> {
    const { library } = this.#options;
    // Without a writable index, the recordings can be listed anyway.
    await library.recordings.catalog.analyzeAll(() => undefined).catch(() => undefined);
    const recordings = await library.recordings.catalog.list();
    if (query.trim() === "") {
      return { recordings: filterRecordings(recordings, query, Date.now()), hits: null };
    }
    const { hits } = await library.recordings.catalog.search(query);
    const found = new Set(hits.map(({ id }) => id));
    return { recordings: recordings.filter(({ id }) => found.has(id)), hits };
  }

  async maskTexts(recording: string, texts: readonly string[]): Promise<readonly string[] | null> {
    const { library, runs } = this.#options;
    const mask = await runs.findMask(await library.recordings.getPath(recording)).catch(() => null);
    return mask && texts.map(mask);
  }

  async fetchCard(address: string): Promise<OpenRun> {
    const { library, headers } = this.#options;
    const secrets = getHeaderSecrets(headers);
    const found = await connect(library, { address, headers, secrets }).catch(refuse);
    if (found.denied || found.offered) refuse(createNoCardError(address, found));
    const { recording } = found;
    await (await library.recordings.getRecorder(recording)).waitUntilWritten();
    return this.openRun(recording);
  }

  async sendMessage(message: MessageToSend): Promise<string> {
    const { library, headers, headersTo, signal } = this.#options;
    const { agent, text, data, taskId, contextId, waitMs } = message;
    const options = {
      messages: [text],
      operation: null,
      taskId,
      contextId,
      data,
      files: [],
      also: new Set<never>(),
      headers,
      headersTo,
      limitMs: waitMs,
      waitMs: 0,
      binding: null,
      version: null,
      limits: {},
    };
    const progress = { print: () => undefined, printStatus: () => undefined };
    const run = await runConversation(library, agent, options, signal, progress).catch(refuse);
    if (run === null) throw new OperationError("Stopped before anything was recorded.");
    return run.recording;
  }

  async gradeAgent({ address, messages, prompt }: AgentToGrade): Promise<Grade> {
    const { library, headers, headersTo, signal } = this.#options;
    const options = {
      profile: "any",
      checks: ANY_AGENT,
      effects: new Set<Effect>(messages ? ["none", "messages", "cancels"] : ["none"]),
      prompts: new Map<PromptState, string>(prompt === null ? [] : [["any", prompt]]),
      text: null,
      repetitions: 1,
      maxRequests: MAX_REQUESTS,
      inboxOrigin: null,
      headers,
      headersTo,
      limitMs: GRADE_LIMIT_MS,
      waitMs: 0,
      binding: null,
      version: null,
      limits: {},
    };
    const progress = { onResult: () => undefined };
    return gradeAgent(library, address, options, signal, progress).catch(refuse);
  }

  async serveRun(run: string, faults: string): Promise<ServedRun> {
    const path = await this.#findPath(run);
    return this.#options.serveRun(run, path, faults).catch(refuse);
  }

  stopServing(run: string): Promise<boolean> {
    return this.#options.stopServing(run);
  }

  /** The log of a recording may be a copy elsewhere. */
  async #readMetadata(run: string, path: string): Promise<RecordingMetadata> {
    const isFile = (await this.#options.findFile(run)) !== null;
    return isFile ? readMetadataBeside(path) : this.#options.library.recordings.getMetadata(run);
  }

  async #findPath(run: string): Promise<string> {
    const file = await this.#options.findFile(run);
    if (file !== null) return file;
    if (!isRecordingId(run)) {
      throw new OperationError(
        "There is no such run. Name a recording by its ID; list_runs lists them.",
      );
    }
    return this.#options.library.recordings.getPath(run).catch(() => {
      throw new OperationError("There is no such recording; list_runs lists them.");
    });
  }
}

/** What agents and networks say is not Loupe's own text. */
function refuse(error: unknown): never {
  if (error instanceof OperationError) throw error;
  throw new OperationError(describeFailure(error), formatError(error));
}

function describeFailure(error: unknown): string {
  if (!(error instanceof AgentNotFoundError)) return "The operation failed.";
  if (error.obstacle === "denied") {
    return "The card needs credentials. Your user gives them where the tools are started: loupe mcp with --header.";
  }
  if (error.obstacle === "offered") {
    return "There is no card at this address. The host has one that may be another agent's: call again with its address only if that is the agent you mean.";
  }
  return "The agent cannot be called. Its address, or the address of its card, may be wrong.";
}
