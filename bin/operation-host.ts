/** Operations on the command line: logs are files or recordings of the library. */

import { stat } from "node:fs/promises";
import { OperationError } from "../lib/operations/operation.ts";
import { Library } from "../lib/server/library.ts";
import { type AgentHeaders, LibraryHost } from "../lib/server/operations/library-host.ts";
import { RunCache } from "../lib/server/operations/run-cache.ts";
import { ReplayAgent } from "../lib/server/replay/replay-agent.ts";
import { DEFAULT_REPLAY_OPTIONS, parseReplayOptions } from "../lib/server/replay/replay-options.ts";
import { type ReplayServer, startReplayServer } from "../lib/server/replay/replay-server.ts";
import { readSettings } from "../lib/server/settings.ts";
import { TapDirectory } from "../lib/server/tap/control/tap-directory.ts";
import { readReplaySource } from "./replay-source.ts";

export interface CommandHost {
  readonly host: LibraryHost;
  /** Stops serving runs. */
  close(): Promise<void>;
}

interface CommandHostOptions extends Partial<AgentHeaders> {
  readonly stdin?: AsyncIterable<Uint8Array | string>;
}

export function createCommandHost(options: CommandHostOptions): CommandHost {
  const { headers = [], headersTo = [], stdin } = options;
  const settings = readSettings();
  const servers = new Map<string, ReplayServer>();
  const stop = new AbortController();
  const stopServing = async (run: string) => {
    const server = servers.get(run);
    servers.delete(run);
    await server?.close();
    return server !== undefined;
  };
  const host = new LibraryHost({
    library: new Library(settings),
    runs: new RunCache(),
    taps: new TapDirectory(settings.dataFolder),
    headers,
    headersTo,
    ...(stdin && { stdin }),
    signal: stop.signal,
    async findFile(run) {
      const found = await stat(run).catch(() => null);
      return found?.isFile() ? run : null;
    },
    async serveRun(run, path, faults) {
      const replay = parseReplayOptions(faults, DEFAULT_REPLAY_OPTIONS);
      if (typeof replay === "string") throw new OperationError("Unknown faults.", replay);
      const source = await readReplaySource(path, NO_INPUT);
      await stopServing(run);
      const { hosts, token } = settings;
      const listening = { host: "127.0.0.1", port: 0, hosts, token, onServed: () => undefined };
      const server = await startReplayServer(new ReplayAgent(source, replay), listening);
      servers.set(run, server);
      const { exchanges, card, left } = source;
      return { url: server.url, exchanges: exchanges.length, hasCard: card !== null, left };
    },
    stopServing,
  });
  return {
    host,
    async close() {
      stop.abort();
      await Promise.all([...servers.keys()].map(stopServing));
    },
  };
}

const NO_INPUT: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // Standard input belongs to the caller.
  },
};
