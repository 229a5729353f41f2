/**
 * Performs exchanges with agents, each recorded.
 *
 * Guarantees: an exchange continues when no client follows it, and when the library has no room for
 * another.
 */

import type { ExchangeStarted } from "../../api/api-types.ts";
import type { LimitValues } from "../../api/limits.ts";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import type { EndRecord, WireRecord } from "../../wire/record.ts";
import { createDemoHeaders } from "../demo-headers.ts";
import type { TeamCallPreparer } from "../demo-team.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import type { LimitStore } from "../recording/limit-store.ts";
import { createObservedSink } from "../recording/observed-sink.ts";
import type { Recordings } from "../recordings.ts";
import type { Settings } from "../settings.ts";
import { performExchange } from "./exchange.ts";
import { ABORTED_END } from "./exchange-end.ts";
import { type ExchangeLimits, getCallLimits } from "./exchange-limits.ts";
import { IdleConnections } from "./idle-connections.ts";
import type { RunningExchanges } from "./running-exchanges.ts";

interface ExchangesOptions {
  readonly recordings: Recordings;
  readonly running: RunningExchanges;
  readonly limits: LimitStore;
  readonly settings: Pick<Settings, "wide" | "allowTargets" | "hosts" | "host" | "port">;
  getMaskFactory(): Promise<MaskFactory>;
  /** Further secrets that are masked in a recording. */
  getSecrets(recording: string): readonly string[];
  /** Key for calls to this server's own demo agent; absent if no token is required. */
  readonly demoKey?: string | undefined;
  /** This server's own demo team. */
  readonly demoTeam?: TeamCallPreparer | undefined;
  /** An exchange has ended, and is in the recording's file. */
  onEnd(recording: string, exchange: string): void;
}

interface StartExchangeOptions {
  /** Limits of the exchange; absent: those of a call. */
  getLimits?(values: LimitValues): ExchangeLimits;
  /** Receives each record on its way to the recorder. */
  observe?(record: WireRecord): void;
}

export class Exchanges {
  readonly #options: ExchangesOptions;
  readonly #idleConnections = new IdleConnections();

  constructor(options: ExchangesOptions) {
    this.#options = options;
    options.recordings.addWriter({
      isLive: () => false,
      stopAll: async (recording) => this.#idleConnections.closeAll(recording),
    });
  }

  /** Starts an exchange; its progress is in the records. */
  async start(
    request: ExchangeRequest,
    { getLimits = getCallLimits, observe }: StartExchangeOptions = {},
  ): Promise<ExchangeStarted & { done: Promise<EndRecord> }> {
    const { recordings, running, settings, demoKey, onEnd } = this.#options;
    const [createMask, values] = await Promise.all([
      this.#options.getMaskFactory(),
      this.#options.limits.getValues(),
    ]);
    const recorder = await recordings.getRecorderFor(request, createMask);
    const { wide, allowTargets, host, port } = settings;
    const demoHeaders = createDemoHeaders(request.url, {
      ...settings,
      ...(demoKey !== undefined && { demoKey }),
    });
    const team = this.#options.demoTeam?.prepareCall(request, recorder);
    const secrets = [
      ...(request.secrets ?? []),
      ...this.#options.getSecrets(recorder.id),
      ...demoHeaders.map(([, key]) => key),
    ];
    const headers = [...request.headers, ...(team?.headers ?? []), ...demoHeaders];
    const { x, done } = await running.start(
      recorder,
      (start) =>
        performExchange(
          { ...request, headers, secrets },
          {
            ...start,
            sink: observe ? createObservedSink(recorder, observe) : recorder,
            policy: { wide, allow: allowTargets, server: { host, port } },
            createMask,
            limits: getLimits(values),
            hold: (socket) => this.#idleConnections.add(socket, recorder.id),
            ...(team && { hop: team.hop }),
          },
        ),
      (exchange) => onEnd(recorder.id, exchange),
    );
    recordings.noteChange(recorder.id);
    return { recording: recorder.id, exchange: x, done };
  }

  /** Stops an exchange, sent or received; false if it has already ended. */
  abort(recording: string, exchange: string, end = ABORTED_END): Promise<boolean> {
    return this.#options.running.stop(recording, exchange, end);
  }

  /** Stops all exchanges of a recording that are in progress; resolves to their number. */
  abortAll(recording: string, end = ABORTED_END): Promise<number> {
    return this.#options.running.stopEach(recording, end);
  }
}
