#!/usr/bin/env node
// Entry point of `loupe`, from a checkout or an installed package. In a checkout it first builds
// what is out of date; an installed package ships with everything built.
import { existsSync, readFileSync } from "node:fs";
import { parseListenAddress } from "../scripts/address.mjs";
import { isCheckout, reportError, resolveInProject } from "../scripts/project.mjs";

// A reader such as `head` may close the pipe early.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

async function prepare(...names) {
  if (!isCheckout) return;
  const { prepare } = await import("../scripts/prepare.mjs");
  await prepare(names);
}

/** Runs a command that ends by itself. */
async function run(name, args) {
  if (!existsSync(resolveInProject("dist", "bin", `${name}.js`))) {
    process.stderr.write(`loupe: this build has no ${name} command\n`);
    return 2;
  }
  const { main } = await import(`../dist/bin/${name}.js`);
  return main(args, process);
}

/** Runs a command until it ends or a signal stops it. Further signals change nothing. */
async function runUntilStopped(name, args) {
  if (!existsSync(resolveInProject("dist", "bin", `${name}.js`))) {
    process.stderr.write(`loupe: this build has no ${name} command\n`);
    return 2;
  }
  const { main } = await import(`../dist/bin/${name}.js`);
  const stopped = new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, resolve);
  });
  const code = await main(args, process, stopped);
  // Flush the output before exiting, even to a slow reader.
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(code);
}

async function library(command, args) {
  const { main } = await import("../dist/bin/library.js");
  return main(command, args, process);
}

async function start({ host, port }) {
  const { HOST, PORT } = process.env;
  const address = { HOST: host ?? HOST, PORT: port ?? PORT };
  // Reject a wrong address before building.
  parseListenAddress(address);
  await prepare("site");
  const { serve } = await import("../scripts/serve.mjs");
  process.exit(await serve(address));
}

async function main(argv) {
  await prepare("packages", "command");
  const { readArguments, HELP } = await import("../dist/bin/arguments.js");
  const request = readArguments(argv);
  switch (request.kind) {
    case "serve":
      return start(request);
    case "inspect":
    case "diff":
    case "resend":
      return run(request.kind, request.args);
    case "export":
      // Only HTML exports need the viewer page, which a build makes.
      if (request.args.some((word) => /^(?:--as=)?html$/.test(word))) await prepare("viewer");
      return run(request.kind, request.args);
    case "serve-log":
      return runUntilStopped("serve", request.args);
    case "check":
    case "record":
      return runUntilStopped(request.kind, request.args);
    case "library":
      return library(request.command, request.args);
    case "help":
      process.stdout.write(HELP);
      return 0;
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
