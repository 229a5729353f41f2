/**
 * Loads a recording of the server into a timeline, and follows it while it grows. The earlier text of
 * a long run stays in its recording.
 */

import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import { followRecording } from "./feed.ts";
import { createRecordingByteReader, LazyLogText } from "./lazy-log-text.ts";
import type { LoadedRun } from "./load-file.ts";

export { preloadSharedFeed } from "./feed.ts";

/** Everything recorded so far is loaded. */
export interface FeedState {
  /** An exchange is in progress on the server, or in another process. */
  readonly live: boolean;
  /** Another process records it. */
  readonly isHeldElsewhere: boolean;
  /** The size of the recording's log. */
  readonly bytes: number;
  /** The run's name in its log; else the id of the recording. */
  readonly name: string;
}

/** Callbacks while a recording is followed. */
export interface RecordingObserver {
  /** The timeline has grown. */
  onGrowth(): void;
  /** So far the timeline is complete, and may have changed at its end. */
  onCaughtUp(state: FeedState): void;
  /** The recording was deleted. */
  onGone(reason: string): void;
  /** The connection broke and is being restored. */
  onConnectionLost(): void;
}

/** How much of each body is held; earlier text is read from the recording on the server. */
const MAX_HELD_UNITS = 1 << 22;

/** Resolves when the recording is gone or `signal` is aborted. */
export async function loadRecording(
  into: LoadedRun,
  id: string,
  signal: AbortSignal,
  observer: RecordingObserver,
): Promise<void> {
  const source = new LazyLogText(createRecordingByteReader(id), MAX_HELD_UNITS);
  const ingest = new Ingest({ observer: createLinter(), into, source });
  await followRecording(id, signal, {
    onRecord(_number, record, at) {
      ingest.push(record, at);
      observer.onGrowth();
    },
    onLine(line) {
      if (line.feed === "gone") observer.onGone(line.reason);
      if (line.feed !== "caught-up") return;
      const { live, bytes, elsewhere: isHeldElsewhere = false } = line;
      // No exchange is in progress: one without an end was cut off when the recorder stopped.
      if (!live) ingest.finish();
      const name = ingest.timeline.name ?? line.recording;
      observer.onCaughtUp({ live, isHeldElsewhere, bytes, name });
    },
    onConnectionLost: observer.onConnectionLost,
  });
}
