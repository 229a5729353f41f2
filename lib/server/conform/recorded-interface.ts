/**
 * An interface under test, whose calls are recorded.
 *
 * Guarantee: an interface that no longer answers, takes no more requests, or that Loupe may not call is
 * not asked again, nor are more messages sent after three without a response in time, so that a grade
 * ends. What cannot be seen is not measured.
 */

import { notMeasured, stopWith } from "../../conform/judgement.ts";
import type { SpecText } from "../../conform/requirements/requirement.ts";
import type {
  AgentUnderTest,
  InterfaceUnderTest,
  Probe,
  PromptState,
} from "../../conform/subject.ts";
import { PROBE_CALL } from "../../protocol/call.ts";
import type { Endpoint } from "../../protocol/card/card.ts";
import { isForAnyOrigin } from "../exchange/http-request.ts";
import { type CallingOptions, formatRefusal, RecordedCalls } from "./recorded-calls.ts";

interface RecordedInterfaceOptions {
  readonly agent: AgentUnderTest;
  readonly endpoint: Endpoint;
  readonly text: SpecText;
  readonly prompts: ReadonlyMap<PromptState, string>;
  readonly calling: CallingOptions;
}

const DEFAULT_PROMPT = "Hello! Please answer in one sentence.";

/** How long an interface may take to show that it still answers. */
const SIGN_OF_LIFE_MS = 10_000;

/** Two may be ones that are refused: about an unknown task, and with an unknown media type. */
const MAX_LOST_MESSAGES = 3;

export class RecordedInterface implements InterfaceUnderTest {
  readonly agent: AgentUnderTest;
  readonly endpoint: Endpoint;
  readonly text: SpecText;
  readonly #prompts: ReadonlyMap<PromptState, string>;
  readonly #calling: CallingOptions;
  readonly #probes = new Map<Probe<unknown>, Promise<unknown>>();
  #hasAnswered = false;
  #lostMessages = 0;
  /** Why nothing more is asked, as a sentence: it no longer answers, or Loupe may not call it. */
  #silence: string | null = null;

  constructor({ agent, endpoint, text, prompts, calling }: RecordedInterfaceOptions) {
    this.agent = agent;
    this.endpoint = endpoint;
    this.text = text;
    this.#prompts = prompts;
    this.#calling = { ...calling, beforeMessage: () => this.#requireMessages() };
  }

  get isIdentified(): boolean {
    const { headers, origins } = this.#calling;
    const sent = origins.selectHeaders(headers, this.endpoint.url);
    return sent.some(([name]) => !isForAnyOrigin(name));
  }

  getPrompt(state: PromptState): string | null {
    const given = this.#prompts.get(state) ?? null;
    if (given !== null || state !== "any") return given;
    return this.agent.card?.examples[0] ?? DEFAULT_PROMPT;
  }

  async record<T>(name: string, run: (calls: RecordedCalls) => Promise<T>): Promise<T> {
    this.#requireLife();
    const calls = this.#createCalls(name);
    try {
      return await run(calls);
    } finally {
      await calls.waitUntilWritten();
      await this.#noteSilence(calls);
    }
  }

  use<T>(probe: Probe<T>): Promise<T> {
    const known = this.#probes.get(probe) as Promise<T> | undefined;
    if (known) return known;
    const running = this.record(probe.name, (calls) => probe.run(calls, this));
    this.#probes.set(probe, running);
    return running;
  }

  #createCalls(name: string, calling: CallingOptions = this.#calling): RecordedCalls {
    const agent = this.agent.card?.name ?? this.endpoint.url;
    return new RecordedCalls(`${agent}: ${name}`, this.endpoint, calling);
  }

  #requireLife(): void {
    if (this.#silence !== null) stopWith(notMeasured(this.#silence));
  }

  #requireMessages(): void {
    if (this.#lostMessages < MAX_LOST_MESSAGES) return;
    stopWith(notMeasured("Messages had no response in time: measurable with a longer --timeout."));
  }

  /** Looks whether it still answers, if it did not answer a request. */
  async #noteSilence({ responses, lostMessages }: RecordedCalls): Promise<void> {
    this.#lostMessages += lostMessages;
    const silent = responses.filter(({ isUnavailable }) => isUnavailable);
    const wasAlive = this.#hasAnswered;
    this.#hasAnswered ||= silent.length < responses.length;
    const last = silent.at(-1);
    const { limitMs, signal } = this.#calling;
    if (!last || signal.aborted) return;
    if (last.refusal !== null) {
      // One request may be refused for what it contains.
      if (!this.#hasAnswered) this.#silence = formatRefusal(last.refusal);
      return;
    }
    const limit = Math.min(limitMs, SIGN_OF_LIFE_MS);
    const calls = this.#createCalls("does it still answer?", { ...this.#calling, limitMs: limit });
    // Without requests that are left, or after a stop, nothing is known.
    const sign = await calls.call(PROBE_CALL).catch(() => null);
    await calls.waitUntilWritten();
    if (!sign?.isUnavailable) return;
    this.#silence = `The interface does not answer: ${last.describe()}.`;
    // Whatever was asked for, nobody was there to answer.
    const wasGone = responses.every(
      ({ status, end, isUnavailable }) =>
        isUnavailable && (status !== null || end?.error?.code === "ECONNREFUSED"),
    );
    if (wasAlive && wasGone) this.#requireLife();
  }
}
