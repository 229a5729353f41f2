// node scripts/serve.mjs [--dev] [--host H] [--port N]: serves Loupe until it gets a signal to stop.
// The environment variables HOST and PORT work too.
import { parseListenAddress, parseServerArguments } from "./address.mjs";
import { isMain, printNote, reportError } from "./project.mjs";
import { startServer } from "./server.mjs";

/**
 * Serves at `{ HOST, PORT }` and returns the exit code. A server that is still starting ends with this
 * process. `onReady` receives the URLs of the server that was started.
 */
export async function serve(where, { dev = false, onReady } = {}) {
  const { host, port, isExplicit } = parseListenAddress(where);
  const stopped = stopSignal();
  const server = await Promise.race([startServer({ host, port, dev }), stopped]);
  if (server === "stop") return 0;
  if (server.urls.length === 0) return fail("Couldn't start Loupe.");
  if (isExplicit && port !== 0 && server.port !== port) {
    console.log(`Port ${port} is in use. Using port ${server.port} instead.`);
  }
  console.log(`Loupe is at ${server.urls.join(" or, from other machines, ")}`);
  for (const [name, urls] of server.users) console.log(`For ${name}: ${urls.join(" or ")}`);
  onReady?.(server.urls).catch(reportError);
  const first = await Promise.race([stopped, server.closed]);
  if (first !== "stop") return fail(`Loupe stopped unexpectedly (exit code ${first}).`);
  await server.stop();
  return 0;
}

function fail(message) {
  printNote(message);
  return 1;
}

/** Resolves to "stop" on a signal to end the process; further signals have no effect. */
function stopSignal() {
  return new Promise((resolve) => {
    const stop = () => resolve("stop");
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
    // A killed npm sends no signal, but its child gets another parent.
    const parent = process.ppid;
    const orphaned = () => process.ppid !== parent && stop();
    if (process.env.npm_lifecycle_event) setInterval(orphaned, 250).unref();
  });
}

if (isMain(import.meta.url)) {
  try {
    const { where, dev } = parseServerArguments(process.argv.slice(2), process.env);
    process.exit(await serve(where, { dev }));
  } catch (error) {
    reportError(error);
  }
}
