/**
 * The clients that Loupe has a driver for, and where they are found on this machine.
 *
 * **Guarantees:** nothing is installed; of what is missing, the command that installs it is known.
 */

import { execFile } from "node:child_process";
import { isArray } from "../../protocol/json.ts";
import type { ReplaySource } from "../replay/replay-source.ts";
import type { ClientExchange } from "./client-exchange.ts";
import { findJsSdks, JS_GENERATIONS, JS_SDK, type JsGeneration } from "./js-sdk.ts";
import { PYTHON_DRIVER } from "./python-driver.ts";
import type { ClientDriver } from "./run-clients.ts";

export interface ClientLookup {
  /** The folder of the project, or of a package. */
  readonly folder: string;
  /** The program that drives the JavaScript SDK; `null` if it was not built. */
  readonly jsDriver: string | null;
}

/** A client by the name that `--client` and the page take. */
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
    if (!sdk || jsDriver === null) return null;
    return {
      name: `${JS_SDK} ${sdk.version}`,
      command: { program: process.execPath, args: [jsDriver, sdk.folder] },
      spelling: generation === "1" ? "1.0" : "0.3",
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

const A2A_COMMAND: KnownClient = {
  id: "a2a",
  title: "a2a, the command of the Go SDK",
  install: "go install github.com/a2aproject/a2a-go/v2/cmd/a2a@latest",
  async find({ jsDriver }) {
    const help = await getOutput("a2a", ["--help"]);
    if (jsDriver === null || !help?.includes("Agent-to-Agent")) return null;
    return {
      name: "a2a",
      command: { program: process.execPath, args: [jsDriver, A2A_COMMAND.id] },
      spelling: "1.0",
      findObstacle: findA2aObstacle,
    };
  },
};

function findA2aObstacle({ version }: ClientExchange, { card }: ReplaySource): string | null {
  if (version === "0.1") return "it does not speak A2A 0.1";
  // Its client speaks 0.3 as well, to an agent whose card has the form of 1.0.
  const isOf1 = card ? isArray(card.value.supportedInterfaces) : version === "1.0";
  return isOf1 ? null : "it does not read agent cards of A2A 0.3";
}

const PYTHON_VERSION = "import importlib.metadata as m; print(m.version('a2a-sdk'))";

const PYTHON_SDK: KnownClient = {
  id: "a2a-python",
  title: "Python's a2a-sdk",
  install: "pip install a2a-sdk",
  async find() {
    const version = (await getOutput("python3", ["-c", PYTHON_VERSION]))?.trim();
    if (!version) return null;
    const isOf1 = !version.startsWith("0.");
    return {
      name: `a2a-sdk ${version} (Python)`,
      command: { program: "python3", args: ["-c", PYTHON_DRIVER] },
      spelling: isOf1 ? "1.0" : "0.3",
      findObstacle: ({ version, recorded }) => {
        if (version === "0.1" || (version === "1.0" && !isOf1)) {
          return `it does not speak A2A ${version}`;
        }
        return recorded.version === "0.2" && isOf1 ? "it does not speak A2A 0.2" : null;
      },
    };
  },
};

/** What a program prints; `null` if it is missing or fails. */
function getOutput(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, stdout) => {
      resolve(error ? null : stdout);
    });
  });
}

export const KNOWN_CLIENTS: readonly KnownClient[] = [
  ...JS_GENERATIONS.map(createJsClient),
  A2A_COMMAND,
  PYTHON_SDK,
];

export interface FoundDriver {
  readonly id: string;
  readonly driver: ClientDriver;
}

interface ClientSearch {
  readonly found: readonly FoundDriver[];
  readonly missing: readonly KnownClient[];
}

/** Looks for these clients, or for all that Loupe knows. */
export async function findClients(
  lookup: ClientLookup,
  clients: readonly KnownClient[] = KNOWN_CLIENTS,
): Promise<ClientSearch> {
  const drivers = await Promise.all(clients.map((client) => client.find(lookup)));
  const found = clients.flatMap(({ id }, i) => {
    const driver = drivers[i];
    return driver ? [{ id, driver }] : [];
  });
  return { found, missing: clients.filter((_, i) => !drivers[i]) };
}
