// node scripts/serve.mjs [--dev] [--host H] [--port N]: serves Loupe until it is told to stop. HOST
// and PORT say where as well.
import { parseListenAddress, parseServerArguments } from "./address.mjs";
import { isMain, printNote, reportError } from "./project.mjs";
import { startServer } from "./server.mjs";

/** Serves at `{ HOST, PORT }` and gives the exit code. A server that was still starting ends with this process. */
export async function serve(where, dev = false) {
  const { host, port, asked } = parseListenAddress(where);
  const stopped = stopSignal();
  const server = await Promise.race([startServer({ host, port, dev }), stopped]);
  if (server === "stop") return 0;
  if (server.urls.length === 0) return fail("Loupe could not start.");
  if (asked && port !== 0 && server.port !== port) {
    console.log(`Port ${port} is taken; the next free one is ${server.port}.`);
  }
  console.log(`Loupe is at ${server.urls.join(" or, from elsewhere, ")}`);
  for (const [name, urls] of server.users) console.log(`For ${name}: ${urls.join(" or ")}`);
  const first = await Promise.race([stopped, server.closed]);
  if (first !== "stop") return fail(`Loupe stopped by itself (exit code ${first}).`);
  await server.stop();
  return 0;
}

function fail(message) {
  printNote(message);
  return 1;
}

/** Resolves to "stop" when the process is asked to end; being asked again changes nothing. */
function stopSignal() {
  return new Promise((resolve) => {
    const stop = () => resolve("stop");
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
    // A killed npm tells nobody; its child notices by having got another parent.
    const parent = process.ppid;
    const orphaned = () => process.ppid !== parent && stop();
    if (process.env.npm_lifecycle_event) setInterval(orphaned, 250).unref();
  });
}

if (isMain(import.meta.url)) {
  try {
    const { where, dev } = parseServerArguments(process.argv.slice(2), process.env);
    process.exit(await serve(where, dev));
  } catch (error) {
    reportError(error);
  }
}
