// Preloaded into the server under test, which has no such thing by itself: tells whoever knocks at
// LOUPE_PROBE what the process holds after a collection.
const { readdirSync } = require("node:fs");
const { Session } = require("node:inspector");
const { createServer } = require("node:net");
const { getHeapCodeStatistics } = require("node:v8");
const { isMainThread } = require("node:worker_threads");

const place = process.env.LOUPE_PROBE;

// The starter and the server's helpers are given the same options, and are not meant.
if (place && isMainThread && process.env.LOUPE_LEASH === String(process.ppid)) {
  const inspector = new Session();
  inspector.connect();
  // As when memory is low: what is free is given back to the system as well.
  const collect = () => inspector.post("HeapProfiler.collectGarbage");
  createServer((socket) => {
    socket.on("error", () => undefined);
    collect();
    // What was only waiting to be told that it is free is free by then.
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
