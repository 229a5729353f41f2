/**
 * Markers of the recordings in a folder that are being recorded: `<id>.recording` beside the log, which
 * its recorder renews.
 *
 * Guarantees: a recorder that was killed is not taken for one that records, on any system and also on
 * a shared folder; clocks of other machines need not agree with ours. Recording never fails because of
 * a marker.
 */

import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { PRODUCT } from "../../api/version.ts";
import { isObject } from "../../protocol/json.ts";
import { ApiError } from "../http/api-error.ts";

export const MARKER_SUFFIX = ".recording";
const RENEW_MS = 2000;
/** A marker that was not renewed for so long is of a recorder that was killed. */
const MAX_AGE_MS = 10_000;

/** Who records: this process, another one, or nobody. */
export type RecordingHolder = "here" | "elsewhere" | "none";

interface Marker {
  /** Where process IDs have the same meaning; `null` if unknown. */
  readonly system: string | null;
  readonly host: string;
  readonly pid: number;
}

/** When a marker was renewed and looked at, on our own clock. */
interface MarkerAge {
  readonly mtimeMs: number;
  readonly renewedAt: number;
  readonly seenAt: number;
}

export class RecordingMarkers {
  readonly #folder: string;
  /** How many exchanges and taps record, by recording: 0 until the marker is removed. */
  readonly #held = new Map<string, number>();
  readonly #removals = new Map<string, Promise<void>>();
  readonly #ages = new Map<string, MarkerAge>();
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Marks a recording until the returned function is called. */
  async hold(id: string): Promise<() => Promise<void>> {
    const count = this.#held.get(id) ?? 0;
    this.#held.set(id, count + 1);
    this.#timer ??= setInterval(() => this.#renewAll(), RENEW_MS).unref();
    await this.#removals.get(id);
    if (count === 0) await this.#write(id);
    let isReleased = false;
    return async () => {
      if (isReleased) return;
      isReleased = true;
      await this.#release(id);
    };
  }

  async findHolder(id: string): Promise<RecordingHolder> {
    if (this.#held.has(id)) return "here";
    return (await this.isHeldElsewhere(id)) ? "elsewhere" : "none";
  }

  /** Does another process record it? */
  async isHeldElsewhere(id: string): Promise<boolean> {
    return (await this.describeHolder(id)) !== null;
  }

  /** Says which other process records it; `null` for none. */
  async describeHolder(id: string): Promise<string | null> {
    if (this.#held.has(id)) return null;
    const marker = await this.#readActive(id);
    if (marker === null) return null;
    return `Process ${marker.pid} on ${marker.host} is still recording this run.`;
  }

  /** Throws if another process records it. */
  async checkNotHeldElsewhere(id: string): Promise<void> {
    const holder = await this.describeHolder(id);
    if (holder === null) return;
    throw new ApiError("live", holder, "Stop that process, or wait until it has ended.");
  }

  /** Its recording was deleted. */
  async remove(id: string): Promise<void> {
    this.#ages.delete(id);
    await rm(this.#getPath(id), { force: true });
  }

  async #release(id: string): Promise<void> {
    const count = (this.#held.get(id) ?? 1) - 1;
    this.#held.set(id, count);
    if (count > 0) return;
    const removal = this.remove(id)
      .catch(() => undefined)
      .then(() => this.#forget(id));
    this.#removals.set(id, removal);
    await removal;
  }

  #forget(id: string): void {
    this.#removals.delete(id);
    if (this.#held.get(id) === 0) this.#held.delete(id);
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #renewAll(): void {
    for (const id of this.#held.keys()) void this.#renew(id);
  }

  async #renew(id: string): Promise<void> {
    const now = new Date();
    const isRenewed = await utimes(this.#getPath(id), now, now).then(
      () => true,
      () => false,
    );
    const isHeld = () => (this.#held.get(id) ?? 0) > 0;
    if (!isRenewed && isHeld()) await this.#write(id);
    // It may have been released meanwhile.
    if (!isRenewed && !isHeld()) await this.remove(id).catch(() => undefined);
  }

  /** Where it cannot be written, the recording looks ended to other processes. */
  async #write(id: string): Promise<void> {
    const marker: Marker = { system: getSystem(), host: hostname(), pid: process.pid };
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const text = `${JSON.stringify({ by: PRODUCT, ...marker })}\n`;
      await writeFile(this.#getPath(id), text, { mode: 0o600 });
    } catch {
      // The log matters more.
    }
  }

  /** `null` if there is none, or its recorder was killed. */
  async #readActive(id: string): Promise<Marker | null> {
    const path = this.#getPath(id);
    const [found, text] = await Promise.all([
      stat(path).catch(() => null),
      readFile(path, "utf8").catch(() => ""),
    ]);
    if (!found?.isFile()) {
      this.#ages.delete(id);
      return null;
    }
    const marker = parseMarker(text);
    const isActive = this.#getAge(id, found.mtimeMs) < MAX_AGE_MS && !isProcessGone(marker);
    return isActive ? marker : null;
  }

  /** Once the marker is watched, only whether it changes counts: the clock of its recorder may be wrong. */
  #getAge(id: string, mtimeMs: number): number {
    const now = performance.now();
    const last = this.#ages.get(id);
    let renewedAt = now - Math.max(0, Date.now() - mtimeMs);
    if (last?.mtimeMs === mtimeMs) renewedAt = last.renewedAt;
    else if (last && now - last.seenAt < MAX_AGE_MS) renewedAt = now;
    this.#ages.set(id, { mtimeMs, renewedAt, seenAt: now });
    return now - renewedAt;
  }

  #getPath(id: string): string {
    return join(this.#folder, `${id}${MARKER_SUFFIX}`);
  }
}

const UNKNOWN_MARKER: Marker = { system: null, host: "an unknown machine", pid: 0 };

/** A marker that is just being written is empty. */
function parseMarker(text: string): Marker {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return UNKNOWN_MARKER;
    const { system, host, pid } = value;
    return {
      system: typeof system === "string" ? system : null,
      host: typeof host === "string" ? host : UNKNOWN_MARKER.host,
      pid: Number.isSafeInteger(pid) ? Number(pid) : 0,
    };
  } catch {
    return UNKNOWN_MARKER;
  }
}

/** True only if that is certain: a process ID means nothing in another container or on another machine. */
function isProcessGone({ system, pid }: Marker): boolean {
  if (system === null || system !== getSystem() || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    // One that was killed stays until its parent has asked for its result, which may be never.
    return /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** This start of this machine, and the container in it. Only Linux tells. */
function getSystem(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}
