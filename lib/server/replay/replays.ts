/**
 * The logs that this server serves in place of their agents, each under a path of its own.
 *
 * Guarantees: a log that was given, not recorded, is kept in memory and ends with its serving; of
 * the requests only the latest are remembered.
 */
import { createReadStream } from "node:fs";
import type { ReplayState } from "../../wire/api-types.ts";
import { Problem } from "../problem.ts";
import { newRecordingId } from "../recording-id.ts";
import { ReplayAgent, type Reply } from "./agent.ts";
import { readLogRecords } from "./log-records.ts";
import { AS_RECORDED, readOptions, writtenOptions } from "./options.ts";
import type { Incoming } from "./question.ts";
import { ScriptReader } from "./script.ts";

const REMEMBERED = 200;

interface Replay {
  readonly agent: ReplayAgent;
  readonly options: string;
  readonly requests: ReplayState["requests"][number][];
  /** Ends the answers that are under way. */
  readonly end: AbortController;
  answered: number;
}

export class Replays {
  readonly #replays = new Map<string, Replay>();

  /**
   * Serves a recording's file from now on, or a log's record lines under a new id. Reading it stops
   * with the signal.
   */
  async start(
    source: { readonly id: string; readonly path: string } | AsyncIterable<Uint8Array>,
    written: string,
    signal: AbortSignal,
  ): Promise<ReplayState> {
    const options = readOptions(written, AS_RECORDED);
    if (typeof options === "string") throw new Problem("bad-request", `${options}.`);
    const isFile = "path" in source;
    const reader = new ScriptReader();
    const log = isFile ? createReadStream(source.path) : source;
    await readLogRecords(log, (record) => reader.push(record), signal);
    const script = reader.script();
    if (script.exchanges.length === 0) {
      const only = script.left.length > 0 ? ` It holds only ${script.left.join(", ")}.` : "";
      throw new Problem("bad-request", `Nothing in this log answers anybody.${only}`);
    }
    const id = isFile ? source.id : newRecordingId(new Date());
    this.stop(id);
    const replay: Replay = {
      agent: new ReplayAgent(script, options),
      options: writtenOptions(options),
      requests: [],
      end: new AbortController(),
      answered: 0,
    };
    this.#replays.set(id, replay);
    return stateOf(id, replay);
  }

  /** All that are served. */
  list(): ReplayState[] {
    return [...this.#replays].map(([id, replay]) => stateOf(id, replay));
  }

  reply(id: string, incoming: Incoming, base: string): Reply & { stopped: AbortSignal } {
    const replay = this.#known(id);
    const reply = replay.agent.reply(incoming, base);
    replay.answered++;
    replay.requests.push({ number: replay.answered, ...reply.served });
    if (replay.requests.length > REMEMBERED) replay.requests.shift();
    return { ...reply, stopped: replay.end.signal };
  }

  stop(id: string): void {
    this.#replays.get(id)?.end.abort();
    this.#replays.delete(id);
  }

  #known(id: string): Replay {
    const replay = this.#replays.get(id);
    if (replay) return replay;
    throw new Problem("not-found", `No log is served at ${JSON.stringify(id)}.`);
  }
}

function stateOf(id: string, { agent, options, requests, answered }: Replay): ReplayState {
  const { script } = agent;
  return {
    id,
    path: `/replay/${encodeURIComponent(id)}`,
    options,
    exchanges: script.exchanges.length,
    hasCard: script.card !== null,
    left: script.left,
    answered,
    requests: [...requests],
  };
}
