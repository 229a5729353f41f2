/**
 * Program that drives a client for `loupe client`, in a process of its own, because a client may hang
 * or end its process. Takes the folder of the JavaScript SDK, or `a2a` for the command of that name.
 */

import { driveA2aCommand } from "../lib/server/clients/a2a-command-driver.ts";
import type { DriverJob } from "../lib/server/clients/client-exchange.ts";
import { readSdk } from "../lib/server/clients/js-sdk.ts";
import { driveJsSdk } from "../lib/server/clients/js-sdk-driver.ts";

const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Standard output has events only; the SDK may print what it wants on standard error. */
function redirectConsole(): void {
  for (const name of ["log", "info", "debug"] as const) console[name] = console.error;
}

async function readJob(): Promise<DriverJob> {
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  return JSON.parse(text);
}

function drive(client: string, job: DriverJob): AsyncIterable<unknown> {
  if (client === "a2a") return driveA2aCommand(job);
  const sdk = readSdk(client);
  if (!sdk) throw new Error(`There is no SDK in ${client}.`);
  return driveJsSdk(sdk, job);
}

async function main(): Promise<void> {
  redirectConsole();
  const job = await readJob();
  try {
    for await (const event of drive(process.argv[2] ?? "", job)) print({ event });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    print({ error: { name, message, ...Object(error) } });
  }
  print({ done: true });
}

await main();
