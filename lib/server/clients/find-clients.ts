/**
 * The clients that Loupe has a driver for, and where they are found on this machine.
 *
 * **Guarantees:** nothing is installed; of what is missing, the command that installs it is known.
 */

import type { ClientExchange } from "./client-exchange.ts";
import { findJsSdks, JS_GENERATIONS, JS_SDK, type JsGeneration } from "./js-sdk.ts";
import type { ClientDriver } from "./run-clients.ts";

export interface ClientLookup {
  /** The folder of the project, or of a package. */
  readonly folder: string;
  /** The program that drives the JavaScript SDK. */
  readonly jsDriver: string;
}

/** A client by the name that `--client` takes. */
export interface KnownClient {
  readonly id: string;
  readonly title: string;
  /** The command that installs it. */
  readonly install: string;
  find(lookup: ClientLookup): Promise<ClientDriver | null>;
}

const createJsClient = (generation: JsGeneration): KnownClient => ({
  id: `a2a-js-${generation}`,
  title: `${JS_SDK} ${generation}`,
  install: `npm install ${JS_SDK}@${generation}`,
  async find({ folder, jsDriver }) {
    const sdk = findJsSdks(folder).find((one) => one.generation === generation);
    if (!sdk) return null;
    return {
      name: `${JS_SDK} ${sdk.version}`,
      command: { program: process.execPath, args: [jsDriver, sdk.folder] },
      findObstacle: (exchange) => findJsObstacle(generation, exchange),
    };
  },
});

function findJsObstacle(
  generation: JsGeneration,
  { version, binding, recorded }: ClientExchange,
): string | null {
  if (version === "0.1") return "it does not speak A2A 0.1";
  if (recorded.version === "0.2" && generation === "1") return "it does not speak A2A 0.2";
  if (version === "1.0" && generation !== "1") return "it does not speak A2A 1.0";
  if (binding === "rest" && generation === "0.2") return "it does not speak HTTP+JSON";
  return null;
}

export const KNOWN_CLIENTS: readonly KnownClient[] = JS_GENERATIONS.map(createJsClient);
