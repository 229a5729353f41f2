/** A relay in its own thread: a plain pipe of sockets, or a tap that records. */

import { mkdtemp } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { LogThread } from "../lib/server/tap/log-thread.ts";
import { Tap } from "../lib/server/tap/tap.ts";

export interface RelayOptions {
  readonly kind: "pipe" | "tap";
  readonly target: number;
}

const { kind, target } = workerData as RelayOptions;
const HOST = "127.0.0.1";

function startPipe(): void {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (caller) => {
    const agent = net.connect({ host: HOST, port: target, allowHalfOpen: true, noDelay: true });
    caller.on("error", () => agent.destroy()).pipe(agent);
    agent.on("error", () => caller.destroy()).pipe(caller);
  });
  server.listen(0, HOST, () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

/** As `loupe tap` does. */
async function startTap(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loupe-bench-tap-"));
  const path = join(folder, "tap.jsonl");
  const at = new Date().toISOString();
  const header = { r: "loupe", version: 1, id: "tap", at, by: "bench" } as const;
  const log = await LogThread.open(
    new URL("./tap-thread.js", import.meta.url),
    { path, header, maskFolder: null, routes: [], limit: { value: 1e9 } },
    { onCall: () => undefined, onFailure: (message) => console.error(message) },
  );
  const tap = await Tap.start({
    routes: [
      {
        via: "takeover",
        listen: { host: HOST, port: 0 },
        target: { host: HOST, port: target, isSecure: false, prefix: "" },
      },
    ],
    recorder: log,
    policy: { wide: false, allow: [] },
    maxCardBytes: 1e7,
  });
  parentPort?.on("message", async () => {
    await tap.close();
    await log.close();
    parentPort?.postMessage(path);
  });
  parentPort?.postMessage(tap.routes[0]?.listen.port);
}

if (kind === "pipe") startPipe();
else await startTap();
