/** A relay in its own thread: a plain pipe of sockets, or a tap that records. */

import { mkdtemp } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { createMaskFactory } from "../lib/server/masking/mask-factory.ts";
import { Recorder } from "../lib/server/recording/recorder.ts";
import { CallMonitor } from "../lib/server/tap/call-monitor.ts";
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
  const header = { r: "loupe", version: 1, id: "tap", at: new Date().toISOString() } as const;
  const recorder = await Recorder.create(folder, { ...header, by: "bench" });
  const monitor = new CallMonitor(() => undefined);
  const tap = await Tap.start({
    routes: [
      { via: "takeover", listen: { host: HOST, port: 0 }, target: { host: HOST, port: target } },
    ],
    sink: {
      append(record) {
        recorder.append(record);
        if (!process.env.NOMON) monitor.push(record);
      },
      now: () => recorder.now(),
      waitUntilWritten: () => recorder.waitUntilWritten(),
      get pendingBytes() {
        return recorder.pendingBytes;
      },
    },
    createMask: createMaskFactory(Buffer.from("bench")),
    policy: { wide: false, allow: [] },
    limit: { value: 1e9 },
    maxCardBytes: 1e7,
  });
  parentPort?.on("message", () => {
    void tap.close().then(() => parentPort?.postMessage(recorder.path));
  });
  parentPort?.postMessage(tap.routes[0]?.listen.port);
}

if (kind === "pipe") startPipe();
else await startTap();
