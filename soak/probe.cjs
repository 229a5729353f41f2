// Preloaded into the server under test, which has no such endpoint itself. Reports at LOUPE_PROBE what
// the process holds after a garbage collection.
const { readdirSync } = require("node:fs");
const { Session } = require("node:inspector");
const { createServer } = require("node:net");
const { getHeapCodeStatistics } = require("node:v8");
const { isMainThread } = require("node:worker_threads");

const place = process.env.LOUPE_PROBE;

// The launcher and the server's helper processes inherit the same options but must not be probed.
if (place && isMainThread && process.env.LOUPE_LEASH === String(process.ppid)) {
  const inspector = new Session();
  inspector.connect();
  // As under memory pressure: free memory is also returned to the system.
  const collect = () => inspector.post("HeapProfiler.collectGarbage");
  createServer((socket) => {
    socket.on("error", () => undefined);
    collect();
    // Finalizers have run by now, so what they released is free too.
    setTimeout(() => {
      collect();
      const { rss, heapUsed, external } = process.memoryUsage();
      const compiled = getHeapCodeStatistics();
      const code = compiled.code_and_metadata_size + compiled.bytecode_and_metadata_size;
      const fds = readdirSync("/proc/self/fd").length;
      const handles = process.getActiveResourcesInfo().length;
      socket.end(JSON.stringify({ rss, heap: heapUsed + external, code, fds, handles }));
    }, 200);
  })
    .listen(place)
    .unref();
}
