/**
 * Sends the spans of recorded calls to a trace backend, in the background.
 *
 * Guarantees: nothing that is recorded waits for it or fails with it; a call is noted on disk when it
 * ends, and removed when the backend has accepted its spans, so that nothing is lost by a restart or
 * an outage; one request at a time.
 */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { TelemetryChange } from "../../api/schemas/api-requests.ts";
import type { TelemetryState } from "../../api/telemetry.ts";
import { VERSION } from "../../api/version.ts";
import { LogSpanReader, mergeTraces } from "../../otlp/log-spans.ts";
import type { OtlpTraces } from "../../otlp/span.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import { formatPlural } from "../../text/plural.ts";
import { getRetryDelay } from "../http/retry-delay.ts";
import type { TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import type { OtlpTarget } from "./otlp-environment.ts";
import { Outbox } from "./outbox.ts";
import { type PostOutcome, postTraces } from "./post-traces.ts";
import { TelemetrySettings, type TelemetrySettingsOptions } from "./telemetry-settings.ts";

interface TelemetryOptions extends TelemetrySettingsOptions {
  readonly dataFolder: string;
  /** The path of a recording; throws if there is none. */
  getPath(recording: string): Promise<string>;
  readonly policy: TargetPolicy;
  /** The address of this Loupe. */
  readonly link: string | null;
}

/** Calls that end together are sent together. */
const BATCH_DELAY_MS = 500;
/** Calls in one request. */
const MAX_BATCH = 50;
/** Longer recordings are not analyzed in the background. */
const MAX_RECORDING_BYTES = 64e6;

export class Telemetry {
  readonly #options: TelemetryOptions;
  readonly #outbox: Outbox;
  readonly #settings: TelemetrySettings;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #lastProblem: string | null = null;
  #lastSentAt: string | null = null;
  #sent = 0;

  constructor(options: TelemetryOptions) {
    this.#options = options;
    this.#outbox = new Outbox(options.dataFolder);
    this.#settings = new TelemetrySettings(options.dataFolder, options);
    // What an earlier process or a command could not send.
    this.#schedule(BATCH_DELAY_MS);
  }

  /** Notes a call that has ended. Never throws. */
  async onExchangeEnd(recording: string, exchange: string): Promise<void> {
    try {
      if ((await this.#settings.getTarget()) === null) return;
      const dropped = await this.#outbox.add({ recording, exchange });
      if (dropped > 0) this.#lastProblem = "The oldest unsent calls were dropped: too many wait.";
      if (this.#failures === 0) this.#schedule(BATCH_DELAY_MS);
    } catch (error) {
      this.#lastProblem = getErrorMessage(error);
    }
  }

  async getState(): Promise<TelemetryState> {
    const settings = await this.#settings.getState();
    return {
      ...settings,
      unsent: (await this.#outbox.list()).length,
      sent: this.#sent,
      lastSentAt: this.#lastSentAt,
      lastProblem: this.#lastProblem,
    };
  }

  async change(change: TelemetryChange): Promise<TelemetryState> {
    await this.#settings.change(change);
    this.#lastProblem = null;
    this.sendNow();
    return this.getState();
  }

  async changeTraceUrl(traceUrl: string | null): Promise<TelemetryState> {
    await this.#settings.changeTraceUrl(traceUrl);
    return this.getState();
  }

  /** Tries again without waiting any longer. */
  sendNow(): void {
    this.#failures = 0;
    this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delayMs);
    this.#timer.unref();
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => {
        this.#lastProblem = getErrorMessage(error);
      })
      .finally(() => {
        this.#sending = null;
      });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const target = await this.#settings.getTarget();
      const names = target ? (await this.#outbox.list()).slice(0, MAX_BATCH) : [];
      if (!target || names.length === 0) return;
      if (!(await this.#sendBatch(names, target))) return;
    }
  }

  /** Returns whether to go on. */
  async #sendBatch(names: readonly string[], target: OtlpTarget): Promise<boolean> {
    const traces = mergeTraces(await this.#readTraces(names));
    if (traces.resourceSpans.length > 0) {
      const policy = this.#settings.isFromEnvironment
        ? { wide: false, allow: [] }
        : this.#options.policy;
      const outcome = await postTraces(traces, target, policy);
      if (outcome.kind === "unavailable") {
        this.#lastProblem = outcome.reason;
        this.#failures++;
        this.#schedule(getRetryDelay(this.#failures + 1, outcome.retryAfterMs));
        return false;
      }
      this.#failures = 0;
      this.#lastProblem = describeRejection(outcome);
      if (outcome.kind === "sent") {
        this.#lastSentAt = new Date().toISOString();
        this.#sent += names.length;
      }
    }
    for (const name of names) await this.#outbox.remove(name);
    return true;
  }

  /** Recordings are read once for all their calls. */
  async #readTraces(names: readonly string[]): Promise<OtlpTraces[]> {
    const found: OtlpTraces[] = [];
    const calls = new Map<string, Set<string>>();
    for (const name of names) {
      const entry = await this.#outbox.read(name);
      if (!entry) continue;
      if ("traces" in entry) {
        found.push(entry.traces);
        continue;
      }
      const known = calls.get(entry.recording);
      if (known) known.add(entry.exchange);
      else calls.set(entry.recording, new Set([entry.exchange]));
    }
    for (const [recording, exchanges] of calls) {
      found.push(...(await this.#readRecording(recording, exchanges)));
    }
    return found;
  }

  /** Empty if the recording was deleted. */
  async #readRecording(recording: string, exchanges: ReadonlySet<string>): Promise<OtlpTraces[]> {
    const path = await this.#options.getPath(recording).catch(() => null);
    const facts = path === null ? null : await stat(path).catch(() => null);
    if (path === null || !facts) return [];
    if (facts.size > MAX_RECORDING_BYTES) {
      this.#lastProblem = `${recording} is too large to be sent in the background; send it with loupe telemetry ${recording}.`;
      return [];
    }
    const reader = new LogSpanReader({
      hasContent: (await this.#settings.getState()).hasContent,
      link: this.#options.link,
      resource: this.#settings.resource,
      version: VERSION,
    });
    for await (const chunk of createReadStream(path)) {
      reader.push(chunk);
      await yieldToOthers();
    }
    return reader.end(recording, ({ id }) => exchanges.has(id));
  }
}

function describeRejection(outcome: Exclude<PostOutcome, { kind: "unavailable" }>): string | null {
  if (outcome.kind === "rejected") return `Not sent: ${outcome.reason}.`;
  const { rejected } = outcome;
  return rejected
    ? `The backend rejected ${formatPlural(rejected.spans, "span")}: ${rejected.message}.`
    : null;
}
