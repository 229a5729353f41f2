/**
 * The logs that this server serves in place of their agents, each under a path of its own.
 *
 * Guarantees: a log that was given, not recorded, is kept in memory and ends with its serving; of
 * the requests only the latest are remembered.
 */
import { createReadStream } from "node:fs";
import type { ReplayState } from "../../wire/api-types.ts";
import { ApiError } from "../api-error.ts";
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
  /** Ends the answers that are under way. */
  readonly controller: AbortController;
  answered: number;
}

export class Replays {
  readonly #replays = new Map<string, RunningReplay>();

  /**
   * Serves a recording's file from now on, or a log's record lines under a new id. Reading it stops
   * with the signal.
   */
  async start(
    source: { readonly id: string; readonly path: string } | AsyncIterable<Uint8Array>,
    written: string,
    signal: AbortSignal,
  ): Promise<ReplayState> {
    const options = parseReplayOptions(written, DEFAULT_REPLAY_OPTIONS);
    if (typeof options === "string") throw new ApiError("bad-request", `${options}.`);
    const isFile = "path" in source;
    const reader = new ReplaySourceBuilder();
    const log = isFile ? createReadStream(source.path) : source;
    await readLogRecords(log, (record) => reader.push(record), signal);
    const script = reader.build();
    if (script.exchanges.length === 0) {
      const only = script.left.length > 0 ? ` It holds only ${script.left.join(", ")}.` : "";
      throw new ApiError("bad-request", `Nothing in this log answers anybody.${only}`);
    }
    const id = isFile ? source.id : createRecordingId(new Date());
    this.stop(id);
    const replay: RunningReplay = {
      agent: new ReplayAgent(script, options),
      options: formatReplayOptions(options),
      requests: [],
      controller: new AbortController(),
      answered: 0,
    };
    this.#replays.set(id, replay);
    return toReplayState(id, replay);
  }

  /** All that are served. */
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
    replay.answered++;
    replay.requests.push({ number: replay.answered, ...reply.served });
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
    throw new ApiError("not-found", `No log is served at ${JSON.stringify(id)}.`);
  }
}

function toReplayState(
  id: string,
  { agent, options, requests, answered }: RunningReplay,
): ReplayState {
  const { source } = agent;
  return {
    id,
    path: `/replay/${encodeURIComponent(id)}`,
    options,
    exchanges: source.exchanges.length,
    hasCard: source.card !== null,
    left: source.left,
    answered,
    requests: [...requests],
  };
}
