// Leash, preloaded into the server: ends it when the pipe from its parent process closes, so that
// even a killed parent leaves no server behind. CommonJS, because in early Node 20 a preloaded
// ES module keeps Node from running a program without a file extension.
const { isMainThread } = require("node:worker_threads");

const end = () => {
  try {
    // The server leads its own process group, so its child processes end with it.
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(1);
  }
};

// Child processes and threads of the server inherit the preload, but not the pipe.
if (isMainThread && process.env.LOUPE_LEASH === String(process.ppid)) {
  process.stdin.on("end", end).on("error", end).resume();
  process.stdin.unref?.();
}
