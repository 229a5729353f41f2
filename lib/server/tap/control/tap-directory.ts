/**
 * The taps of all processes that share a data folder, as commands and coding agents reach them.
 *
 * Guarantees: a process that was killed is passed over, and its file removed; only this machine is
 * called.
 */

import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ApiErrorBody } from "../../../api/api-types.ts";
import type { HoldCommandRequest } from "../../../api/schemas/api-requests.ts";
import type { HoldRequest } from "../../../api/schemas/hold-requests.ts";
import type { TapHolds } from "../../../api/taps.ts";
import { OperationError } from "../../../operations/operation.ts";
import type { TapAccess } from "../../../operations/operation-host.ts";
import {
  CONTROL_SUFFIX,
  type ControlAddress,
  getControlFolder,
  parseControlAddress,
} from "./control-address.ts";

export class TapDirectory implements TapAccess {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = getControlFolder(dataFolder);
  }

  async list(): Promise<TapHolds[]> {
    const found = await Promise.all((await this.#find()).map((one) => listTaps(one)));
    return found.flat();
  }

  async wait(seconds: number): Promise<TapHolds[]> {
    const addresses = await this.#find();
    if (addresses.length === 0) return [];
    const over = new AbortController();
    const waiting = addresses.map(async (address) => {
      const taps = await askTaps(address, { ask: "wait", seconds }, over.signal);
      // The last one to come back says that nothing is held anywhere.
      if (!taps.some(({ held }) => held.length > 0)) throw new Error("nothing is held");
    });
    await Promise.any(waiting).catch(() => undefined);
    over.abort();
    return this.list();
  }

  async addBreakpoint(tap: string, step: unknown): Promise<string> {
    const answer = await this.#ask(tap, { ask: "set", tap, step });
    return String(Object(answer).id);
  }

  async enableBreakpoint(tap: string, id: string, isEnabled: boolean): Promise<void> {
    await this.#ask(tap, { ask: "enable", tap, id, isEnabled });
  }

  async removeBreakpoint(tap: string, id: string): Promise<void> {
    await this.#ask(tap, { ask: "remove", tap, id });
  }

  async resume(tap: string, id: string, command: HoldCommandRequest): Promise<void> {
    await this.#ask(tap, { ask: "resume", tap, id, command });
  }

  /** Asks the process with this tap. */
  async #ask(tap: string, request: HoldRequest): Promise<unknown> {
    for (const address of await this.#find()) {
      const taps = await listTaps(address);
      if (taps.some((one) => one.tap === tap)) return post(address, request);
    }
    throw new OperationError("This tap has stopped.");
  }

  /** Processes of this machine, as their files say. */
  async #find(): Promise<readonly FoundAddress[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names
        .filter((name) => name.endsWith(CONTROL_SUFFIX))
        .toSorted()
        .map(async (name) => {
          const file = join(/*turbopackIgnore: true*/ this.#folder, name);
          const address = parseControlAddress(await readFile(file, "utf8").catch(() => ""));
          return address?.host === hostname() ? [{ ...address, file }] : [];
        }),
    );
    return found.flat();
  }
}

interface FoundAddress extends ControlAddress {
  readonly file: string;
}

/** None if nothing answers there any more. */
const listTaps = (address: FoundAddress): Promise<readonly TapHolds[]> =>
  askTaps(address, { ask: "list" });

async function askTaps(
  address: FoundAddress,
  request: HoldRequest,
  signal?: AbortSignal,
): Promise<readonly TapHolds[]> {
  try {
    const taps = await post(address, request, signal);
    return Array.isArray(taps) ? taps : [];
  } catch (error) {
    if (isRefused(error)) await rm(address.file, { force: true }).catch(() => undefined);
    return [];
  }
}

async function post(
  { url, token }: ControlAddress,
  request: HoldRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(request),
    ...(signal && { signal }),
  });
  if (response.ok) return response.json();
  const body = (await response.json().catch(() => null)) as ApiErrorBody | null;
  throw new OperationError(body?.error.message ?? "The tap did not answer.");
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  typeof error.cause === "object" &&
  error.cause !== null &&
  "code" in error.cause &&
  error.cause.code === "ECONNREFUSED";
