/**
 * Writes the records of a tap to one recording after another, so that a tap that runs for long does
 * not grow one without end.
 *
 * Guarantees: a recording ends only while no call is running, so every call and the calls made for it
 * are in one; nothing is lost while the next one is created; the times of each begin at zero; each ends
 * with a note that names the next.
 */

import type { WireRecord } from "../../wire/record.ts";
import type { RecordSink } from "../exchange/exchange-context.ts";

/** When the next recording begins. Only data. */
export interface RollLimits {
  /** `null`: whatever its size. */
  readonly bytes: number | null;
  /** `null`: whatever its age. */
  readonly ms: number | null;
}

/** Of a recording in the library. */
export const DEFAULT_ROLL_LIMITS: RollLimits = { bytes: 64e6, ms: 3_600_000 };

/** A recording that knows its size. */
export interface SizedSink extends RecordSink {
  readonly length: number;
}

/** `endLast` must be called with the name of the new recording, before the last one is released. */
type CreateNext = (startTime: Date, endLast: (next: string) => void) => Promise<SizedSink>;

export class RollingSink implements RecordSink {
  /** Its clock is that of all recordings. */
  readonly #first: SizedSink;
  readonly #limits: RollLimits;
  readonly #createNext: CreateNext;
  #recorder: SizedSink;
  /** When the present recording began. */
  #startTime = 0;
  #hasCalls = false;
  readonly #running = new Set<string>();
  /** Records that wait for the next recording. */
  #waiting: WireRecord[] = [];
  #next: Promise<void> | null = null;
  #hasStopped = false;

  /** `createNext` rejects if there can be no further recording: then recording stops. */
  constructor(first: SizedSink, limits: RollLimits, createNext: CreateNext) {
    this.#first = first;
    this.#recorder = first;
    this.#limits = limits;
    this.#createNext = createNext;
  }

  now(): number {
    return this.#first.now();
  }

  get pendingBytes(): number {
    return this.#recorder.pendingBytes;
  }

  async waitUntilWritten(): Promise<void> {
    while (this.#next) await this.#next;
    await this.#recorder.waitUntilWritten();
  }

  append(record: WireRecord): void {
    if (this.#hasStopped) return;
    if (this.#next) return void this.#waiting.push(record);
    if (record.r === "open" && this.#running.size === 0 && this.#isFull()) {
      return this.#roll(record, record.hop?.firstByte ?? record.t ?? this.now());
    }
    this.#write(record);
  }

  #write(record: WireRecord): void {
    if (record.r === "open") {
      this.#running.add(record.x);
      this.#hasCalls = true;
    }
    if (record.r === "end") this.#running.delete(record.x);
    this.#recorder.append(this.#startTime === 0 ? record : shiftTimes(record, this.#startTime));
  }

  #isFull(): boolean {
    const { bytes, ms } = this.#limits;
    if (!this.#hasCalls) return false;
    return (
      (bytes !== null && this.#recorder.length >= bytes) ||
      (ms !== null && this.now() - this.#startTime >= ms)
    );
  }

  #roll(record: WireRecord, startTime: number): void {
    this.#waiting.push(record);
    const endLast = (next: string) =>
      this.#write({ r: "note", t: startTime, text: `The tap goes on in the recording ${next}.` });
    this.#next = this.#createNext(new Date(Date.now() - (this.now() - startTime)), endLast)
      .then(async (recorder) => {
        // `waitUntilWritten` waits for the note too, which is in the recording before.
        await this.#recorder.waitUntilWritten();
        this.#recorder = recorder;
        this.#startTime = startTime;
      })
      .catch(() => {
        this.#hasStopped = true;
      })
      .then(() => {
        this.#next = null;
        this.#hasCalls = false;
        for (const one of this.#waiting.splice(0)) this.append(one);
      });
  }
}

const shift = (t: number | null, by: number) =>
  t === null ? null : Math.max(0, Math.round((t - by) * 1000) / 1000);

function shiftTimes(record: WireRecord, by: number): WireRecord {
  if (!("t" in record)) return record;
  const shifted = { ...record, t: shift(record.t, by) };
  if (shifted.r !== "open" || !shifted.hop) return shifted;
  return { ...shifted, hop: { ...shifted.hop, firstByte: shift(shifted.hop.firstByte, by) } };
}
