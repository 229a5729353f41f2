#!/usr/bin/env node
// The command `loupe`, from a checkout or an installed package. In a checkout it first brings
// what it runs up to date; an installed package ships with everything built.
import { existsSync, readFileSync } from "node:fs";
import { parseListenAddress } from "../scripts/address.mjs";
import { isCheckout, reportError, resolveInProject } from "../scripts/project.mjs";

// A reader such as `head` may close the pipe before everything is written.
process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

async function prepare(...names) {
  if (!isCheckout) return;
  const { prepare } = await import("../scripts/prepare.mjs");
  await prepare(names);
}

/** Commands that read logs, print what they found, and are done. */
async function read(name, args) {
  if (!existsSync(resolveInProject("dist", "bin", `${name}.js`))) {
    process.stderr.write(`loupe: this build has no ${name} command\n`);
    return 2;
  }
  const { main } = await import(`../dist/bin/${name}.js`);
  return main(args, process);
}

/** A command that goes on until it is told to stop; being told again changes nothing. */
async function readUntilStopped(name, args) {
  if (!existsSync(resolveInProject("dist", "bin", `${name}.js`))) {
    process.stderr.write(`loupe: this build has no ${name} command\n`);
    return 2;
  }
  const { main } = await import(`../dist/bin/${name}.js`);
  const stopped = new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, resolve);
  });
  const code = await main(args, process, stopped);
  // Whatever is read slowly is written before this ends.
  await new Promise((resolve) => process.stdout.write("", resolve));
  process.exit(code);
}

async function library(command, args) {
  const { main } = await import("../dist/bin/library.js");
  return main(command, args, process);
}

async function start({ host, port }) {
  const { HOST, PORT } = process.env;
  const where = { HOST: host ?? HOST, PORT: port ?? PORT };
  // A wrong address is refused at once, not after a build.
  parseListenAddress(where);
  await prepare("site");
  const { serve } = await import("../scripts/serve.mjs");
  process.exit(await serve(where));
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
    case "again":
      return read(request.kind, request.args);
    case "export":
      // Only this one is made from a page that a build makes.
      if (request.args.some((word) => /^(?:--as=)?html$/.test(word))) await prepare("viewer");
      return read(request.kind, request.args);
    case "serve-log":
      return readUntilStopped("serve", request.args);
    case "check":
    case "record":
      return readUntilStopped(request.kind, request.args);
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
