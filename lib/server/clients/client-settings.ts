/**
 * Which clients this server may run, read from environment variables. `scripts/address.mjs` sets those
 * that say where they are.
 *
 * **Guarantees:** a request cannot change any of it; a server that other machines or several users
 * reach runs no client.
 */

import { existsSync } from "node:fs";
import { readSettings } from "../settings.ts";
import { parseOwnDriver } from "./own-driver.ts";
import type { ClientDriver } from "./run-clients.ts";

interface ClientSettings {
  /** Why no client may be run; `null` if they may. */
  readonly refusal: string | null;
  /** `LOUPE_SDK`: the project whose SDKs are found; the folder in which Loupe was started. */
  readonly folder: string;
  /** `LOUPE_SDK_DRIVER`: the program that drives SDKs of JavaScript; `null` if it was not built. */
  readonly jsDriver: string | null;
  /** `LOUPE_DRIVER`: the command of a client of the user's own. */
  readonly own: ClientDriver | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readClientSettings(env: Environment = process.env): ClientSettings {
  const { wide, users, hosts, publicUrl } = readSettings(env);
  // Behind a proxy, a server on loopback is reached by other machines too.
  const isShared = wide || users.length > 0 || hosts.length > 0 || publicUrl !== null;
  const { LOUPE_SDK: folder = "", LOUPE_SDK_DRIVER: jsDriver = "" } = env;
  return {
    refusal: isShared
      ? "Clients are programs on the machine of this server. It runs them only for its own user, not while others can reach it."
      : null,
    folder,
    jsDriver: existsSync(/*turbopackIgnore: true*/ jsDriver) ? jsDriver : null,
    own: readOwnDriver(env.LOUPE_DRIVER),
  };
}

function readOwnDriver(text = ""): ClientDriver | null {
  if (text.trim() === "") return null;
  const driver = parseOwnDriver(text);
  if ("problem" in driver) throw new Error(`LOUPE_DRIVER${driver.problem}.`);
  return driver;
}
