/**
 * Feed: one stream of record lines, of each recording that the windows of a browser show, or of one
 * recording with which a window catches up.
 *
 * Guarantees: the lines are the bytes of the file; the number of every line follows from the last
 * announcement; a slow reader delays only itself, and a reader that disconnects ends only its own
 * feed. The feed ends when every recording it follows is gone.
 */

import type { FeedLine } from "../../api/api-types.ts";
import type { FeedRequest } from "../../api/schemas/api-requests.ts";
import { formatError } from "../http/api-error.ts";
import { isRecordLine } from "./log-file.ts";
import type { LineBatch } from "./recorder.ts";
import type { RecordingLines } from "./recording-source.ts";

const TICK_MS = 15_000;
const BUFFERED_BYTES = 1 << 20;
const NEWLINE = 10;

/** The feed's client. A reference to its request is kept: the signal of a collected one never fires. */
type FeedClient = Pick<Request, "signal">;

interface FeedSource {
  openLines(recording: string): Promise<RecordingLines>;
}

export function createFeed(
  source: FeedSource,
  { subscriptions }: FeedRequest,
  client: FeedClient,
  tickMs = TICK_MS,
): ReadableStream<Uint8Array> {
  const room = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, room);
  const feedWriter = new FeedWriter(source, writable.getWriter(), client, tickMs);
  void feedWriter.followAll(subscriptions);
  return readable;
}

class FeedWriter {
  readonly #source: FeedSource;
  readonly #out: WritableStreamDefaultWriter<Uint8Array>;
  readonly #client: FeedClient;
  readonly #controller = new AbortController();
  readonly #tickTimer: NodeJS.Timeout;
  /** The recording announced last, and the number its next line would have. */
  #lastAnnounced: { recording: string; next: number } | null = null;

  constructor(
    source: FeedSource,
    out: WritableStreamDefaultWriter<Uint8Array>,
    client: FeedClient,
    tickMs: number,
  ) {
    this.#source = source;
    this.#out = out;
    this.#client = client;
    this.#tickTimer = setInterval(() => this.#sendTick(), tickMs).unref();
    if (client.signal.aborted) this.#close();
    // The timer keeps this writer alive until the client disconnects, and the writer keeps the request.
    this.#client.signal.addEventListener("abort", () => this.#close(), { once: true });
    out.closed.catch(() => this.#close());
  }

  /** Closes the feed when the last recording is gone: no more lines can come. */
  async followAll(subscriptions: FeedRequest["subscriptions"]): Promise<void> {
    await Promise.all(subscriptions.map(({ recording, from }) => this.#follow(recording, from)));
    this.#close();
  }

  async #follow(recording: string, from: number): Promise<void> {
    const { signal } = this.#controller;
    let lastState = "";
    try {
      const lines = await this.#source.openLines(recording);
      for await (const batch of lines.tail(from, signal)) {
        if (batch.bytes.length > 0) {
          await this.#sendRuns(recording, findRecordRuns(batch));
          continue;
        }
        // For the client, an exchange is live until its last record has been sent.
        const live = lines.isLive();
        const elsewhere = lines.isHeldElsewhere();
        const state = `${batch.next} ${live} ${elsewhere}`;
        if (state === lastState) continue;
        lastState = state;
        const { next, end } = batch;
        const progress = { next, bytes: end, live, ...(elsewhere && { elsewhere }) };
        await this.#sendLine({ feed: "caught-up", recording, ...progress });
      }
    } catch (error) {
      const reason = formatError(error);
      await this.#sendLine({ feed: "gone", recording, reason });
    }
  }

  /** Sends all runs in one write: the number of writes costs time, not their size. */
  async #sendRuns(recording: string, runs: readonly LineRun[]): Promise<void> {
    const parts: Uint8Array[] = [];
    for (const { from, next, bytes, at } of runs) {
      const known =
        this.#lastAnnounced?.recording === recording && this.#lastAnnounced.next === from;
      if (!known) parts.push(encodeLine({ feed: "recording", recording, from, at }));
      parts.push(bytes);
      this.#lastAnnounced = { recording, next };
    }
    const [first, ...more] = parts;
    if (first) await this.#write(more.length > 0 ? Buffer.concat(parts) : first);
  }

  async #sendLine(line: FeedLine): Promise<void> {
    await this.#write(encodeLine(line));
  }

  /** Sends a tick unless data is still unread: such a client needs none, and may sleep for days. */
  #sendTick(): void {
    if ((this.#out.desiredSize ?? 0) >= BUFFERED_BYTES) void this.#sendLine({ feed: "tick" });
  }

  /** Queues the bytes in call order, then waits until there is room for more. */
  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#controller.signal.aborted) return;
    this.#tickTimer.refresh();
    this.#out.write(bytes).catch(() => this.#close());
    await this.#out.ready.catch(() => this.#close());
  }

  #close(): void {
    if (this.#controller.signal.aborted) return;
    this.#controller.abort();
    clearInterval(this.#tickTimer);
    this.#out.close().catch(() => undefined);
  }
}

function encodeLine(line: FeedLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Consecutive lines, and the file offset of the first. */
type LineRun = Omit<LineBatch, "end"> & { readonly at: number };

/** Up to this size, a gap of lines that are not records is sent as blanks: see `findRecordRuns`. */
const MAX_BLANK_BYTES = 128;
const SPACE = 32;

/**
 * Splits a batch into runs of records and leaves out other lines; line numbers stay as in the file.
 * The announcement after a gap takes more bytes than a short gap, so a short gap is sent as blank
 * lines: the feed of a damaged file is not many times its size.
 */
function findRecordRuns({ from, bytes, end: fileEnd }: Omit<LineBatch, "next">): LineRun[] {
  const begin = fileEnd - bytes.length;
  const runs: { from: number; next: number; at: number; end: number; gaps: LineGap[] }[] = [];
  let line = from;
  let at = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
    if (isRecordLine(bytes.subarray(at, end))) {
      const last = runs.at(-1);
      if (last && at - last.end <= MAX_BLANK_BYTES) {
        if (at > last.end) last.gaps.push({ at: last.end, end: at });
        last.next = line + 1;
        last.end = end + 1;
      } else runs.push({ from: line, next: line + 1, at, end: end + 1, gaps: [] });
    }
    at = end + 1;
    line += 1;
  }
  return runs.map(({ gaps, at: start, end, ...numbers }) => ({
    ...numbers,
    bytes: blankGaps(bytes.subarray(start, end), gaps, start),
    at: begin + start,
  }));
}

interface LineGap {
  readonly at: number;
  readonly end: number;
}

/** Fills the gaps with blanks and keeps their line ends. Copies the bytes, as other readers share them. */
function blankGaps(bytes: Buffer, gaps: readonly LineGap[], start: number): Buffer {
  if (gaps.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const gap of gaps) {
    for (let i = gap.at - start; i < gap.end - start; i++) if (copy[i] !== NEWLINE) copy[i] = SPACE;
  }
  return copy;
}
