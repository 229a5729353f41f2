#!/usr/bin/env node
// Entry point of `loupe`, from a checkout or an installed package. In a checkout it first builds
// what is out of date; an installed package ships with everything built.
import { existsSync, readFileSync } from "node:fs";
import { parseListenAddress } from "../scripts/address.mjs";
import { isCheckout, reportError, resolveInProject } from "../scripts/project.mjs";

/** Resolves when nobody reads the output any more: `head` closes its pipe, a terminal is gone. */
const outputClosed = new Promise((resolve) => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
      if (stream === process.stdout) resolve();
    });
  }
});

async function prepare(...names) {
  if (!isCheckout) return;
  const { prepare } = await import("../scripts/prepare.mjs");
  await prepare(names);
}

const LIBRARY_COMMANDS = ["list", "rename", "tag", "delete"];
/** Commands that a signal stops. */
const LONG_COMMANDS = ["check", "client", "conform", "doctor", "mcp", "record", "serve", "tap"];

async function run(command, args) {
  const isLibrary = LIBRARY_COMMANDS.includes(command);
  const name = isLibrary ? "library" : command;
  if (!existsSync(resolveInProject("dist", "bin", `${name}.js`))) {
    process.stderr.write(`loupe: this build has no ${name} command\n`);
    return 2;
  }
  // Only HTML exports need the viewer page, which a build makes.
  const isHtml = command === "export" && args.some((word) => /^(?:--as=)?html$/.test(word));
  if (isHtml) await prepare("viewer");
  const { main } = await import(`../dist/bin/${name}.js`);
  if (LONG_COMMANDS.includes(command)) return runUntilStopped(main, args);
  void outputClosed.then(() => process.exit(0));
  return isLibrary ? main(command, args, process) : main(args, process);
}

/**
 * Runs a command until it ends, a signal stops it, or its output is closed: what it records must be
 * complete. Further signals change nothing.
 */
async function runUntilStopped(main, args) {
  const stopped = new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, resolve);
    void outputClosed.then(resolve);
  });
  const code = await main(args, process, stopped);
  // Flush the output before exiting, even to a slow reader.
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(code);
}

async function start({ host, port, open }) {
  const { HOST, PORT } = process.env;
  const address = { HOST: host ?? HOST, PORT: port ?? PORT };
  // Reject a wrong address before building.
  parseListenAddress(address);
  let show;
  if (open) {
    const { prepareToOpen } = await import("../dist/bin/open.js");
    show = await prepareToOpen(open, process);
    if (show === null) return 2;
  }
  await prepare("site");
  const { serve } = await import("../scripts/serve.mjs");
  process.exit(await serve(address, { onReady: show }));
}

async function main(argv) {
  await prepare("packages", "command");
  const { readArguments } = await import("../dist/bin/arguments.js");
  const request = readArguments(argv);
  switch (request.kind) {
    case "serve":
      return start(request);
    case "run":
      return run(request.command, request.args);
    case "help": {
      const { HELP } = await import("../dist/bin/help.js");
      process.stdout.write(HELP);
      return 0;
    }
    case "version":
      console.log(JSON.parse(readFileSync(resolveInProject("package.json"), "utf8")).version);
      return 0;
    default:
      process.stderr.write(`${request.message}\n`);
      return 2;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  reportError(error);
}
