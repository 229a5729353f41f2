// Preloaded into the server: ends it when the pipe from the process that started it closes, so
// that not even a killed starter leaves a server behind. CommonJS, because in early Node 20 a
// preloaded module keeps Node from running a program without a file extension.
const { isMainThread } = require("node:worker_threads");

const end = () => {
  try {
    // The server leads a group of its own; its own helpers go with it.
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(1);
  }
};

// The server's helpers and threads inherit the preload, but not the pipe.
if (isMainThread && process.env.LOUPE_LEASH === String(process.ppid)) {
  process.stdin.on("end", end).on("error", end).resume();
  process.stdin.unref?.();
}
