/** Grades a live agent: finds it, runs the checks of a profile on its interfaces, and cleans up. */

import { CONFORMANCE_TAG } from "../../api/recording-metadata.ts";
import { PRODUCT } from "../../api/version.ts";
import type { ConformCheck } from "../../conform/check.ts";
import { type ConformResult, formatInterface, type Grade } from "../../conform/grade.ts";
import { notMeasured, stopWith } from "../../conform/judgement.ts";
import { combineRepetitions } from "../../conform/repeat.ts";
import { chooseText } from "../../conform/requirements/all-requirements.ts";
import type { SpecText } from "../../conform/requirements/requirement.ts";
import type { Response } from "../../conform/response.ts";
import { runProfile } from "../../conform/run-profile.ts";
import type {
  AgentUnderTest,
  Effect,
  InterfaceUnderTest,
  PromptState,
} from "../../conform/subject.ts";
import {
  type AgentCard,
  BINDING_NAMES,
  type Endpoint,
  readCard,
  resolveEndpoint,
  SUPPORTED_BINDINGS,
} from "../../protocol/card/card.ts";
import { createManualEndpoint } from "../../protocol/card/manual-endpoint.ts";
import { getDefaultExtensions } from "../../protocol/extensions.ts";
import { TERMINAL_STATES } from "../../protocol/model.ts";
import { createRecordingId } from "../ids.ts";
import type { Library } from "../library.ts";
import { AgentNotFoundError, createNoCardError, findAgent } from "../live/live-agent.ts";
import type { CallOptions } from "../live/run-options.ts";
import { TrustedOrigins } from "../live/trusted-origins.ts";
import { type CallingOptions, RecordedCalls, readResponses } from "./recorded-calls.ts";
import { RecordedInterface } from "./recorded-interface.ts";

/** More than any grade by the profile `any` needs. */
export const MAX_REQUESTS = 400;

export interface GradeOptions extends CallOptions {
  readonly profile: string;
  readonly checks: readonly ConformCheck[];
  readonly effects: ReadonlySet<Effect>;
  readonly prompts: ReadonlyMap<PromptState, string>;
  /** The text to judge by; `null` for that of the version of each interface. */
  readonly text: SpecText | null;
  /** How often the checks are run, to find unstable results. */
  readonly repetitions: number;
  readonly maxRequests: number;
  readonly inboxOrigin: string | null;
  /** The grade of the report whose failed tests the checks repeat. */
  readonly repeats?: string;
}

export interface GradeProgress {
  onResult(result: ConformResult, progress: { readonly done: number; readonly all: number }): void;
}

/** Throws `AgentNotFoundError` if there is nothing to grade. */
export async function gradeAgent(
  library: Library,
  address: string,
  options: GradeOptions,
  signal: AbortSignal,
  { onResult }: GradeProgress,
): Promise<Grade> {
  const now = new Date();
  const id = createRecordingId(now);
  const session = new GradeSession(id, library, address, options, signal);
  const { checks, effects, profile, repetitions, repeats } = options;
  let agent = await session.connect();
  const runs = [await runProfile({ checks, agent, effects, signal, onResult })];
  while (runs.length < repetitions && !signal.aborted) {
    agent = await session.connect();
    runs.push(await runProfile({ checks, agent, effects, signal, onResult }));
  }
  const leftBehind = await session.cleanUp();
  const [first] = agent.interfaces;
  const grade: Grade = {
    id,
    address,
    agent: agent.card?.name ?? first?.endpoint.url ?? address,
    at: now.toISOString(),
    by: PRODUCT,
    profile,
    text: first?.text ?? "1.0.1",
    interfaces: agent.interfaces.map(formatInterface),
    notGraded: [...new Set(session.notGraded)],
    results: combineRepetitions(runs),
    requests: session.requests,
    leftBehind,
    stale: [],
    ...(repeats !== undefined && { repeats }),
  };
  // A grade that was stopped says nothing about what it did not reach.
  if (!signal.aborted) await library.grades.add(grade);
  return grade;
}

/** Some agents never answer the cancellation of a task that waits. */
const CLEANUP_MS = 5_000;

interface TaskMade {
  readonly endpoint: Endpoint;
  readonly taskId: string;
}

class GradeSession {
  readonly #id: string;
  readonly #library: Library;
  readonly #address: string;
  readonly #options: GradeOptions;
  readonly #signal: AbortSignal;
  readonly #tasks = new Map<string, TaskMade>();
  readonly #origins: TrustedOrigins;
  #calling: CallingOptions | null = null;
  readonly notGraded: string[] = [];
  requests = 0;

  constructor(
    id: string,
    library: Library,
    address: string,
    options: GradeOptions,
    signal: AbortSignal,
  ) {
    this.#id = id;
    this.#library = library;
    this.#address = address;
    this.#options = options;
    this.#signal = signal;
    this.#origins = new TrustedOrigins(options.headersTo);
  }

  async connect(): Promise<AgentUnderTest> {
    const { binding, version } = this.#options;
    if (binding !== null) {
      const manual = createManualEndpoint({
        address: this.#address,
        binding,
        version: version ?? "1.0",
      });
      if (typeof manual === "string") throw new AgentNotFoundError(manual, "");
      this.#origins.add(manual.url);
      return this.#createAgent(null, null, [], [{ endpoint: manual, stated: manual.version }]);
    }
    const found = await findAgent(this.#library, this.#address, this.#options, this.#signal);
    const { card: cardSource, recording } = found;
    if (!cardSource) throw createNoCardError(this.#address, found);
    await this.#tagRecording(recording);
    this.#origins.add(cardSource.url);
    const card = readCard(JSON.parse(cardSource.text.replace(/^\ufeff/, "")));
    const endpoints = card ? listEndpoints(card, cardSource.url, version) : [];
    if (!card || endpoints.length === 0) {
      throw new AgentNotFoundError("The card lists no interface that Loupe can call.", recording);
    }
    const lookups = await readResponses(this.#library, recording, {
      binding: "jsonrpc",
      version: endpoints[0]?.endpoint.version ?? "1.0",
    });
    return this.#createAgent(card, cardSource, lookups, endpoints);
  }

  #createAgent(
    card: AgentCard | null,
    cardSource: { readonly url: string; readonly text: string } | null,
    lookups: readonly Response[],
    endpoints: readonly StatedEndpoint[],
  ): AgentUnderTest {
    const { library, signal } = { library: this.#library, signal: this.#signal };
    const { limitMs, headers, inboxOrigin } = this.#options;
    const calling: CallingOptions = {
      library,
      signal,
      limitMs,
      inboxOrigin,
      extensions: getDefaultExtensions(card?.extensions ?? []),
      headers,
      origins: this.#origins,
      countRequest: () => this.#countRequest(),
      noteTask: (endpoint, taskId) => void this.#tasks.set(taskId, { endpoint, taskId }),
      onRecording: (recording) => void this.#tagRecording(recording),
    };
    this.#calling = calling;
    const interfaces: InterfaceUnderTest[] = [];
    const agent: AgentUnderTest = {
      card,
      cardSource,
      lookups,
      interfaces,
    };
    for (const { endpoint, stated } of endpoints) {
      const { text: given } = this.#options;
      const { text, because } = given ? { text: given, because: "" } : chooseText(stated);
      if (text === null)
        this.notGraded.push(`${BINDING_NAMES[endpoint.binding]} ${endpoint.url}: ${because}`);
      else {
        const { prompts } = this.#options;
        interfaces.push(new RecordedInterface({ agent, endpoint, text, prompts, calling }));
      }
    }
    if (interfaces.length === 0) throw new AgentNotFoundError(this.notGraded.join(" "), "");
    return agent;
  }

  #countRequest(): void {
    const { maxRequests } = this.#options;
    if (this.requests >= maxRequests) {
      stopWith(notMeasured(`Measurable with more than ${maxRequests} requests: --max-requests.`));
    }
    this.requests++;
  }

  async #tagRecording(recording: string): Promise<void> {
    const at = new Date().toISOString();
    const changes = [
      { a: "tags", at, add: [CONFORMANCE_TAG], remove: [] },
      { a: "grade", at, grade: this.#id },
    ] as const;
    await this.#library.recordings.updateMetadata(recording, changes).catch(() => undefined);
  }

  /** Cancels the tasks of the grade that still run. Resolves to what is left behind. */
  async cleanUp(): Promise<string[]> {
    const left: string[] = [];
    const calling = this.#calling;
    if (!calling) return left;
    // Also when the user has stopped the grade.
    const { signal } = new AbortController();
    const limitMs = Math.min(calling.limitMs, CLEANUP_MS);
    // One recording for each interface.
    const sessions = new Map<Endpoint, RecordedCalls>();
    for (const { endpoint, taskId } of this.#tasks.values()) {
      const calls =
        sessions.get(endpoint) ??
        new RecordedCalls("cleaning up", endpoint, { ...calling, limitMs, signal });
      sessions.set(endpoint, calls);
      const isGone = await this.#cancelTask(calls, taskId).catch(() => false);
      if (!isGone) left.push(`the task ${taskId}, which still runs`);
    }
    return left;
  }

  async #cancelTask(calls: RecordedCalls, taskId: string): Promise<boolean> {
    const { task } = await calls.call({ operation: "get", taskId });
    if (!task || TERMINAL_STATES.has(task.status.state)) return true;
    if (!this.#options.effects.has("cancels")) return false;
    const canceled = await calls.call({ operation: "cancel", taskId });
    return canceled.status !== null && canceled.end?.cause === "complete" && !canceled.isError;
  }
}

interface StatedEndpoint {
  readonly endpoint: Endpoint;
  /** The version as the card states it. */
  readonly stated: string;
}

/** The interfaces of a card that Loupe can call, each once. */
function listEndpoints(
  { interfaces }: AgentCard,
  cardUrl: string,
  version: Endpoint["version"] | null,
): StatedEndpoint[] {
  const endpoints = new Map<string, StatedEndpoint>();
  for (const one of interfaces) {
    if (!SUPPORTED_BINDINGS.has(one.binding)) continue;
    const resolved = resolveEndpoint(one, cardUrl, "the card");
    if (typeof resolved === "string") continue;
    const endpoint = version === null ? resolved : { ...resolved, version };
    const stated = version ?? one.statedVersion ?? one.version;
    const key = `${endpoint.binding} ${endpoint.version} ${endpoint.url}`;
    if (!endpoints.has(key)) endpoints.set(key, { endpoint, stated });
  }
  return [...endpoints.values()];
}
