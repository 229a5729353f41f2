/** What readers of a recording get, wherever its log is. */

import type { LineBatch } from "./recorder.ts";

/** The lines of a recording. */
export interface RecordingLines {
  /** More lines may come. */
  isLive(): boolean;
  /** Another process records them. */
  isHeldElsewhere(): boolean;
  /** As `Recorder.tail`: follows the recording until the signal aborts. */
  tail(from: number, signal: AbortSignal): AsyncGenerator<LineBatch>;
}

/** The bytes of a recording as they are now. */
export interface RecordingBytes {
  readonly size: number;
  /** The bytes `from` to `to`, inclusive. */
  stream(from: number, to: number): ReadableStream<Uint8Array>;
}
