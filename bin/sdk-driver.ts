/**
 * Program that drives the JavaScript SDK for `loupe client`, in a process of its own, because a client
 * may hang or end its process. Takes the folder of the package.
 */

import { readSdk } from "../lib/server/clients/js-sdk.ts";
import { driveJsSdk } from "../lib/server/clients/js-sdk-driver.ts";

const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Standard output has events only; the SDK may print what it wants on standard error. */
function redirectConsole(): void {
  for (const name of ["log", "info", "debug"] as const) console[name] = console.error;
}

async function readJob() {
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  return JSON.parse(text);
}

async function main(): Promise<void> {
  redirectConsole();
  const sdk = readSdk(process.argv[2] ?? "");
  if (!sdk) throw new Error("There is no SDK in this folder.");
  const job = await readJob();
  try {
    for await (const event of driveJsSdk(sdk, job)) print({ event });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    print({ error: { name, message, ...Object(error) } });
  }
  print({ done: true });
}

await main();
