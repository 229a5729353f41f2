/**
 * Registry of the replays on this server, each under its own path.
 *
 * Guarantees: an uploaded log is kept in memory and dropped when its replay stops; only the latest
 * `MAX_REQUESTS` requests are kept.
 */
import { createReadStream } from "node:fs";
import type { ReplayState } from "../../api/api-types.ts";
import { ApiError } from "../http/api-error.ts";
import { createRecordingId } from "../ids.ts";
import { readLogRecords } from "./log-records.ts";
import { ReplayAgent, type ReplayResult } from "./replay-agent.ts";
import {
  DEFAULT_REPLAY_OPTIONS,
  formatReplayOptions,
  parseReplayOptions,
} from "./replay-options.ts";
import type { ReplayHttpRequest } from "./replay-request.ts";
import { ReplaySourceBuilder } from "./replay-source.ts";

const MAX_REQUESTS = 200;

interface RunningReplay {
  readonly agent: ReplayAgent;
  readonly options: string;
  readonly requests: ReplayState["requests"][number][];
  /** Ends the responses in progress. */
  readonly controller: AbortController;
  requestCount: number;
}

export class Replays {
  readonly #replays = new Map<string, RunningReplay>();

  /**
   * Starts a replay of a recording's file, or of a log's record lines under a new id. The signal stops
   * the reading.
   */
  async start(
    source: { readonly id: string; readonly path: string } | AsyncIterable<Uint8Array>,
    optionsText: string,
    signal: AbortSignal,
  ): Promise<ReplayState> {
    const options = parseReplayOptions(optionsText, DEFAULT_REPLAY_OPTIONS);
    if (typeof options === "string") throw new ApiError("bad-request", `${options}.`);
    const isFile = "path" in source;
    const builder = new ReplaySourceBuilder();
    const log = isFile ? createReadStream(source.path) : source;
    await readLogRecords(log, (record) => builder.push(record), signal);
    const replaySource = builder.build();
    if (replaySource.exchanges.length === 0) {
      const only =
        replaySource.left.length > 0 ? ` It contains only ${replaySource.left.join(", ")}.` : "";
      throw new ApiError("bad-request", `This log has no exchange to replay.${only}`);
    }
    const id = isFile ? source.id : createRecordingId(new Date());
    this.stop(id);
    const replay: RunningReplay = {
      agent: new ReplayAgent(replaySource, options),
      options: formatReplayOptions(options),
      requests: [],
      controller: new AbortController(),
      requestCount: 0,
    };
    this.#replays.set(id, replay);
    return toReplayState(id, replay);
  }

  /** All running replays. */
  list(): ReplayState[] {
    return [...this.#replays].map(([id, replay]) => toReplayState(id, replay));
  }

  respond(
    id: string,
    incoming: ReplayHttpRequest,
    base: string,
  ): ReplayResult & { stopped: AbortSignal } {
    const replay = this.#getReplay(id);
    const reply = replay.agent.respond(incoming, base);
    replay.requestCount++;
    replay.requests.push({ number: replay.requestCount, ...reply.served });
    if (replay.requests.length > MAX_REQUESTS) replay.requests.shift();
    return { ...reply, stopped: replay.controller.signal };
  }

  stop(id: string): void {
    this.#replays.get(id)?.controller.abort();
    this.#replays.delete(id);
  }

  #getReplay(id: string): RunningReplay {
    const replay = this.#replays.get(id);
    if (replay) return replay;
    throw new ApiError("not-found", `No replay is running at ${JSON.stringify(id)}.`);
  }
}

function toReplayState(
  id: string,
  { agent, options, requests, requestCount }: RunningReplay,
): ReplayState {
  const { source } = agent;
  return {
    id,
    path: `/replay/${encodeURIComponent(id)}`,
    options,
    exchanges: source.exchanges.length,
    hasCard: source.card !== null,
    left: source.left,
    answered: requestCount,
    requests: [...requests],
  };
}
