/**
 * Exporter for HAR 1.2: one entry per exchange, for browser network panels and other HAR tools. Data
 * that HAR has no field for is in `_records`, from which Loupe restores it: HAR allows custom fields
 * that begin with an underscore.
 *
 *     loupe export run.jsonl --as har -o run.har
 */

import { decodeBase64, decodeStrict, encodeBase64, getUtf8Length } from "../text/utf8.ts";
import type { Frame } from "../wire/frame.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type {
  DataRecord,
  EndRecord,
  HeaderList,
  HeadRecord,
  OpenRecord,
  Time,
  WireRecord,
} from "../wire/record.ts";
import type { ExportContext, Exporter, ExportWriter } from "./exporter.ts";

export const har: Exporter = {
  id: "har",
  title: "HAR",
  extension: ".har",
  mediaType: "application/json",
  description: "For browser network panels, and for proxies and viewers that read HAR.",
  missingFeatures: [],
  canReopen: true,
  start: (context) => new HarWriter(context),
};

class HarWriter implements ExportWriter {
  readonly #context: ExportContext;
  readonly #exchanges = new Map<string, HarExchange>();
  /** Records that belong to no exchange, until there is one to attach them to. */
  #pending: WireRecord[] = [];
  #lastExchange: HarExchange | null = null;
  #startTime: string | null = null;
  #recordCount = 0;

  constructor(context: ExportContext) {
    this.#context = context;
  }

  push(record: WireRecord): string {
    const number = this.#recordCount++;
    if (record.r === "loupe") this.#startTime = record.at ?? null;
    if (record.r === "open" && !this.#exchanges.has(record.x)) {
      this.#lastExchange = new HarExchange(record);
      this.#exchanges.set(record.x, this.#lastExchange);
      for (const pending of this.#pending) this.#lastExchange.addRecord(pending, -1);
      this.#pending = [];
    }
    const id = "x" in record && record.x !== undefined ? record.x : null;
    const exchange = id === null ? this.#lastExchange : this.#exchanges.get(id);
    if (exchange) exchange.push(record, number);
    else if (this.#lastExchange) this.#lastExchange.addRecord(record, number);
    else this.#pending.push(record);
    return "";
  }

  *end(): Generator<string> {
    const [name, version = ""] = this.#context.by.split("/");
    const head = { version: "1.2", creator: { name, version }, comment: this.#context.name };
    yield `{"log":${JSON.stringify(head).slice(0, -1)},"pages":[],"entries":[`;
    let before = "\n";
    for (const exchange of this.#exchanges.values()) {
      yield `${before}${JSON.stringify(exchange.toEntry(this.#startTime))}`;
      before = ",\n";
    }
    yield "\n]}}\n";
  }
}

/** An event of a stream, as browsers write them to `_eventSourceMessages`. */
interface StreamMessage {
  readonly time: number | null;
  readonly eventName: string;
  readonly eventId: string;
  readonly data: string;
}

/** Collects the records of one exchange and writes them as a HAR entry. */
class HarExchange {
  readonly #open: OpenRecord;
  #head: HeadRecord | null = null;
  #end: EndRecord | null = null;
  readonly #reads: Uint8Array[] = [];
  #bytes = 0;
  readonly #records: object[] = [];
  readonly #messages: StreamMessage[] = [];
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #framer = new SniffingFramer(null, null);
  #time: Time = null;

  constructor(open: OpenRecord) {
    this.#open = open;
  }

  /** `line` is the number of the record in the log. */
  push(record: WireRecord, line: number): void {
    if (record.r === "data") this.#addData(record, line);
    else this.addRecord(getUnmappedMembers(record, this.#head !== null), line);
    if (record.r === "head") this.#head ??= record;
    if (record.r === "end") this.#end ??= record;
  }

  /** Keeps a record, or members that HAR has no field for, unchanged in `_records`. */
  addRecord(record: object, line: number): void {
    this.#records.push({ ...record, line });
  }

  /** `at` is the wall clock at time 0. */
  toEntry(at: string | null): object {
    this.#addMessages(this.#framer.end());
    const since = at === null ? 0 : Date.parse(at) || 0;
    const start = this.#open.t ?? 0;
    const content = this.#createContent();
    return {
      startedDateTime: formatDate(since + start),
      time: Math.max(0, (this.#end?.t ?? this.#time ?? start) - start),
      request: this.#createRequest(),
      response: this.#createResponse(content),
      cache: {},
      timings: this.#createTimings(start),
      ...(this.#head?.remote && toRemoteMembers(this.#head.remote)),
      ...(this.#framer.framing === "sse" && {
        _eventSourceMessages: this.#messages.map(({ time, ...message }) => ({
          ...(time !== null && { time: (since + time) / 1000 }),
          ...message,
        })),
      }),
      _records: this.#records,
    };
  }

  #addData(record: DataRecord, line: number): void {
    const { r, x, t, text, b64 } = record;
    const bytes = b64 === undefined ? new TextEncoder().encode(text) : decodeBytes(b64);
    // Base64 that cannot be decoded is not part of the body.
    if (bytes === null) return this.addRecord(record, line);
    this.addRecord({ r, x, t, bytes: bytes.length, isText: b64 === undefined }, line);
    this.#reads.push(bytes);
    this.#bytes += bytes.length;
    this.#time = t;
    this.#addMessages(this.#framer.push(this.#decoder.decode(bytes, { stream: true })));
  }

  #addMessages(frames: readonly Frame[]): void {
    for (const { kind, event: eventName = "message", id: eventId = "", data } of frames) {
      if (kind === "data") this.#messages.push({ time: this.#time, eventName, eventId, data });
    }
  }

  #createContent(): { text: string; encoding?: "base64" } {
    const body = new Uint8Array(this.#bytes);
    let at = 0;
    for (const read of this.#reads) {
      body.set(read, at);
      at += read.length;
    }
    const text = decodeStrict(body);
    return text === null ? { text: encodeBase64(body), encoding: "base64" } : { text };
  }

  #createRequest(): object {
    const { method, url, headers, body, bodyB64 } = this.#open;
    const type = getHeaderValue(headers, "content-type") ?? "";
    const postData = {
      mimeType: type,
      text: body ?? bodyB64,
      ...(bodyB64 !== undefined && { encoding: "base64" }),
    };
    return {
      method,
      url,
      httpVersion: this.#getHttpVersion(),
      cookies: [],
      headers: toNameValuePairs(headers),
      queryString: getQueryPairs(url),
      headersSize: -1,
      bodySize: body === undefined ? -1 : getUtf8Length(body),
      ...(postData.text !== undefined && { postData }),
    };
  }

  #createResponse(content: object): object {
    const { status = 0, statusText = "", headers = [] } = this.#head ?? {};
    const { error, cause, wireBytes } = this.#end ?? {};
    const location = getHeaderValue(headers, "location") ?? "";
    return {
      status,
      statusText,
      httpVersion: this.#getHttpVersion(),
      cookies: [],
      headers: toNameValuePairs(headers),
      content: {
        size: this.#bytes,
        mimeType: getHeaderValue(headers, "content-type") ?? "x-unknown",
        ...content,
      },
      redirectURL: location,
      headersSize: -1,
      bodySize: wireBytes ?? this.#bytes,
      ...(error && { _error: error.message }),
      ...(!error && cause && cause !== "complete" && cause !== "unknown" && { _error: cause }),
    };
  }

  #getHttpVersion(): string {
    return `HTTP/${this.#head?.httpVersion ?? "1.1"}`;
  }

  /** HAR wants the duration of each phase; records have times since the start. */
  #createTimings(start: number): object {
    const { dns, connect, tls, firstByte } = this.#head?.timing ?? {};
    const head = this.#head?.t ?? null;
    const wait = firstByte ?? (head === null ? null : head - start);
    const connected = tls ?? connect ?? dns ?? 0;
    const end = this.#end?.t ?? this.#time;
    const share = (to: number | undefined, from: number) =>
      to === undefined ? -1 : Math.max(0, to - from);
    return {
      blocked: -1,
      dns: share(dns, 0),
      connect: share(tls ?? connect, dns ?? 0),
      ssl: tls === undefined ? -1 : share(tls, connect ?? dns ?? 0),
      send: 0,
      wait: wait === null ? 0 : Math.max(0, wait - connected),
      receive: end === null ? 0 : Math.max(0, end - start - (wait ?? 0)),
    };
  }
}

/** Members that HAR has no field for; the others are in the entry's request and response. */
function getUnmappedMembers(record: WireRecord, isSecondHead: boolean): object {
  if (record.r === "open") {
    const { r, x, t, framing, inbound, refused, hop } = record;
    return { r, x, t, framing, inbound, refused, hop };
  }
  if (record.r === "head" && !isSecondHead) {
    const { headers, ...rest } = record;
    return rest;
  }
  return record;
}

/** HAR requires a date, even if the time is unknown or out of range. */
function formatDate(ms: number): string {
  const date = new Date(ms);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

const toNameValuePairs = (headers: HeaderList) => headers.map(([name, value]) => ({ name, value }));

function getQueryPairs(url: string): object[] {
  if (!URL.canParse(url)) return [];
  return Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value }));
}

function toRemoteMembers({ address, port }: { address: string; port: number }): object {
  return { serverIPAddress: address, connection: String(port) };
}

function decodeBytes(b64: string): Uint8Array | null {
  try {
    return decodeBase64(b64);
  } catch {
    return null;
  }
}
