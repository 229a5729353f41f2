/**
 * One stream for a browser or a tab of it: the record lines of every recording that is followed.
 *
 * Guarantees: the lines are the bytes of the file; the number of every line can be told from the
 * last announcement; a reader that is slow holds up nobody but itself, and one that leaves stops
 * nothing but its own feed. It ends when all that it follows is gone.
 */
import type { FeedLine, FeedRequest } from "../wire/api-types.ts";
import { formatError } from "./api-error.ts";
import type { Library } from "./library.ts";
import { isRecordLine } from "./log-file.ts";
import type { LineBatch } from "./recorder.ts";

const TICK_MS = 15_000;
const BUFFERED_BYTES = 1 << 20;
const NEWLINE = 10;

/** Whoever asked: of a request, it must be held, for of one that was collected no end is heard. */
export type FeedClient = Pick<Request, "signal">;

export function createFeed(
  library: Library,
  { subscriptions }: FeedRequest,
  reader: FeedClient,
  tickMs = TICK_MS,
): ReadableStream<Uint8Array> {
  const room = new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED_BYTES });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, room);
  const feedWriter = new FeedWriter(library, writable.getWriter(), reader, tickMs);
  void feedWriter.followAll(subscriptions);
  return readable;
}

class FeedWriter {
  readonly #library: Library;
  readonly #out: WritableStreamDefaultWriter<Uint8Array>;
  readonly #client: FeedClient;
  readonly #controller = new AbortController();
  readonly #tickTimer: NodeJS.Timeout;
  /** The recording announced last, and the number its next line would have. */
  #lastAnnounced: { recording: string; next: number } | null = null;

  constructor(
    library: Library,
    out: WritableStreamDefaultWriter<Uint8Array>,
    reader: FeedClient,
    tickMs: number,
  ) {
    this.#library = library;
    this.#out = out;
    this.#client = reader;
    this.#tickTimer = setInterval(() => this.#sendTick(), tickMs).unref();
    if (reader.signal.aborted) this.#close();
    // By the timer this lives as long as nobody has left, and the request as long as this.
    this.#client.signal.addEventListener("abort", () => this.#close(), { once: true });
    out.closed.catch(() => this.#close());
  }

  /** When the last of them is gone, nothing more can come. */
  async followAll(subscriptions: FeedRequest["subscriptions"]): Promise<void> {
    if (subscriptions.length === 0) return;
    await Promise.all(subscriptions.map(({ recording, from }) => this.#follow(recording, from)));
    this.#close();
  }

  async #follow(recording: string, from: number): Promise<void> {
    const { signal } = this.#controller;
    let told = "";
    try {
      const recorder = await this.#library.recorder(recording);
      for await (const batch of recorder.tail(from, signal)) {
        if (batch.bytes.length > 0) {
          await this.#sendRuns(recording, findRecordRuns(batch));
          continue;
        }
        // Until its last record has been sent, an exchange is not over for the reader.
        const live = this.#library.isLive(recording) || recorder.pendingBytes > 0;
        const state = `${batch.next} ${live}`;
        if (state === told) continue;
        told = state;
        const { next, end } = batch;
        await this.#sendLine({ feed: "caught-up", recording, next, bytes: end, live });
      }
    } catch (error) {
      const reason = formatError(error);
      await this.#sendLine({ feed: "gone", recording, reason });
    }
  }

  /** As one write: what costs time is their number, not what is in them. */
  async #sendRuns(recording: string, runs: readonly LineRun[]): Promise<void> {
    const pieces: Uint8Array[] = [];
    for (const { from, next, bytes, at } of runs) {
      const known =
        this.#lastAnnounced?.recording === recording && this.#lastAnnounced.next === from;
      if (!known) pieces.push(encodeLine({ feed: "recording", recording, from, at }));
      pieces.push(bytes);
      this.#lastAnnounced = { recording, next };
    }
    const [first, ...more] = pieces;
    if (first) await this.#write(more.length > 0 ? Buffer.concat(pieces) : first);
  }

  async #sendLine(line: FeedLine): Promise<void> {
    await this.#write(encodeLine(line));
  }

  /** A reader with something left to read needs no sign of life, and may be asleep for days. */
  #sendTick(): void {
    if ((this.#out.desiredSize ?? 0) >= BUFFERED_BYTES) void this.#sendLine({ feed: "tick" });
  }

  /** Hands over in the order of the calls, then waits until there is room for more. */
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

/** Lines in a row, and where the first of them begins in the file. */
type LineRun = Omit<LineBatch, "end"> & { readonly at: number };

/** Lines that are no records are sent as blanks where there are no more of them: see below. */
const MAX_BLANK_BYTES = 128;
const SPACE = 32;

/**
 * A batch without the lines that are no records; the numbers of the others stay. To announce what
 * follows a gap takes more bytes than a short gap has, so that a short one is sent as lines of
 * blanks instead: a damaged file does not make a feed many times its size.
 */
export function findRecordRuns({ from, bytes, end: fileEnd }: Omit<LineBatch, "next">): LineRun[] {
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

/** With blanks in the gaps, and their line ends where they are; others still read these bytes. */
function blankGaps(bytes: Buffer, gaps: readonly LineGap[], start: number): Buffer {
  if (gaps.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const gap of gaps) {
    for (let i = gap.at - start; i < gap.end - start; i++) if (copy[i] !== NEWLINE) copy[i] = SPACE;
  }
  return copy;
}
