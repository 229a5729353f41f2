/**
 * Reads the records of a run and passes every text in them to a sink, with its location and a way
 * to overwrite it: fields, strings of JSON and protocol buffers, JSON nested in them, bodies that
 * are not JSON, texts streamed in chunks, and finally whole raw bodies.
 *
 * Guarantees: every byte of a body is passed at least once, readable or not; accepts any records
 * without throwing; without a write the records stay the same objects.
 */

import type { JsonPath } from "../json/json-source.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { decodeBase64 } from "../text/utf8.ts";
import { Body } from "../wire/body.ts";
import { type Frame, FrameIssue, stripRecordSeparator } from "../wire/frame.ts";
import { extractFrameContent } from "../wire/frame-content.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { DataRecord, Framing, HeadRecord, WireRecord } from "../wire/record.ts";
import type { EditableText } from "./editable-text.ts";
import { visitGrpcTexts } from "./grpc-texts.ts";
import { type TextVisitor, visitJsonTexts } from "./json-texts.ts";
import { type StreamedText, TextStreams } from "./streamed-text.ts";
import type { LocationPart, TextLocation } from "./text-location.ts";
import { Base64FieldTarget, BodyTarget, TextFieldTarget } from "./text-target.ts";

interface RecordTextSink {
  /** A single text. */
  text(surface: EditableText, where: TextLocation): void;
  /** Several consecutive chunks of a stream, joined. */
  stretch(stretch: StreamedText): void;
  /** Raw bytes of a body, without interpretation; for gRPC one character per byte. */
  raw(surface: EditableText, where: TextLocation, isBinary: boolean): void;
}

const RAW_WINDOW = 1 << 17;

export class RecordTextReader {
  readonly #sink: RecordTextSink;
  readonly #streams: TextStreams;
  readonly #bodies = new Map<string, BodyTextReader>();
  readonly #overlap: number;
  readonly #records: WireRecord[] = [];

  /** `overlap` is the length of the longest text that the sink searches for. */
  constructor(sink: RecordTextSink, overlap: number) {
    this.#sink = sink;
    this.#overlap = overlap;
    this.#streams = new TextStreams(overlap, (stretch) => sink.stretch(stretch));
  }

  push(record: WireRecord): void {
    if (record.r !== "data") {
      this.#records.push(this.#readFields(record));
      if (record.r === "head") this.#bodies.get(record.x)?.addHead(record);
      if (record.r === "end") this.#bodies.get(record.x)?.end();
      return;
    }
    if (record.b64 === undefined || isBase64(record.b64)) {
      this.#records.push(record);
      this.#getBody(record.x).push(record);
      return;
    }
    // Invalid base64 has no bytes: treat it like any other text.
    const root = new TextFieldTarget(record.b64);
    this.#sink.text(root, { exchange: record.x, part: "response", path: [], kind: "text" });
    this.#records.push(root.isChanged ? { ...record, b64: root.currentText } : record);
  }

  /** Returns the records with all writes. Yields regularly, because it may take long. */
  *finish(): Generator<void, WireRecord[]> {
    for (const body of this.#bodies.values()) {
      body.end();
      yield;
    }
    yield* this.#streams.finish();
    const rewritten = new Map<WireRecord, WireRecord>();
    for (const { root, where } of this.#bodies.values()) {
      const { body } = root;
      for (let from = 0; from < body.length; from += RAW_WINDOW) {
        const to = Math.min(body.length, from + RAW_WINDOW + this.#overlap);
        this.#sink.raw(root.getRange(from, to), where, body.isBinary);
        yield;
      }
      for (const [before, after] of root.getChangedRecords()) rewritten.set(before, after);
    }
    return this.#records.map((record) => rewritten.get(record) ?? record);
  }

  #readFields(record: WireRecord): WireRecord {
    if (record.r === "open")
      this.#openBody(record.x, record.inbound === true, record.url, record.framing);
    const changed = mapRecordTexts(record, (text, path) => {
      const root = new TextFieldTarget(text);
      this.#sink.text(root, getTextLocation(record, path));
      return root.currentText;
    });
    if (changed.r === "end") return this.#readUnparsed(changed);
    if (changed.r === "edit") return this.#readEdit(changed);
    return changed.r === "open" && record.r === "open"
      ? this.#readRequest(changed, record.url)
      : changed;
  }

  /** Reads `unparsed` bytes that are stored as base64, which hides the secrets in them. */
  #readUnparsed<R extends Extract<WireRecord, { r: "end" }>>(record: R): R {
    const { unparsed, x } = record;
    if (unparsed?.b64 === undefined || !isBase64(unparsed.b64)) return record;
    const root = new Base64FieldTarget(unparsed.b64);
    const where: TextLocation = { exchange: x, part: "end", path: ["unparsed"], kind: "text" };
    this.#sink.text(root, where);
    this.#sink.raw(root, where, true);
    return root.isChanged
      ? { ...record, unparsed: { ...unparsed, b64: root.currentText } }
      : record;
  }

  /** Reads the binary bytes that a caller received, which hide the secrets in them. */
  #readEdit<R extends Extract<WireRecord, { r: "edit" }>>(record: R): R {
    const { b64, x } = record;
    if (b64 === undefined || !isBase64(b64)) return record;
    const root = new Base64FieldTarget(b64);
    const where: TextLocation = { exchange: x, part: "response", path: [], kind: "text" };
    this.#sink.text(root, where);
    this.#sink.raw(root, where, true);
    return root.isChanged ? { ...record, b64: root.currentText } : record;
  }

  #openBody(x: string, isInbound: boolean, url: string, framing?: "sse" | "json" | "grpc"): void {
    if (this.#bodies.has(x)) return;
    const part = isInbound ? "notification" : "response";
    const where = { exchange: x, part, path: [], kind: "text" } as const;
    const texts = {
      text: (surface: EditableText, at: TextLocation) => this.#sink.text(surface, at),
      streamed: (key: string, surface: EditableText, at: TextLocation) =>
        this.#streams.push(key, surface, at),
    };
    this.#bodies.set(x, new BodyTextReader(where, { url, framing: framing ?? null }, texts));
  }

  #getBody(x: string): BodyTextReader {
    this.#openBody(x, false, "");
    const body = this.#bodies.get(x);
    if (!body) throw new RangeError(`no body of ${x}`);
    return body;
  }

  #readRequest<R extends Extract<WireRecord, { r: "open" }>>(record: R, url: string): R {
    const { body, bodyB64, x } = record;
    const where: TextLocation = { exchange: x, part: "request", path: [], kind: "text" };
    if (body !== undefined) {
      const root = new TextFieldTarget(body);
      const isRead = visitJsonTexts(root, where, { text: (it, at) => this.#sink.text(it, at) });
      if (!isRead) this.#sink.text(root, where);
      this.#sink.raw(root, where, false);
      return root.isChanged ? { ...record, body: root.currentText } : record;
    }
    if (bodyB64 === undefined) return record;
    if (!isBase64(bodyB64)) {
      const text = new TextFieldTarget(bodyB64);
      this.#sink.text(text, where);
      return text.isChanged ? { ...record, bodyB64: text.currentText } : record;
    }
    const root = new Base64FieldTarget(bodyB64);
    if (record.framing === "grpc") {
      visitGrpcTexts(
        root,
        where,
        { url, isRequest: true },
        { text: (it, at) => this.#sink.text(it, at) },
      );
    }
    this.#sink.raw(root, where, true);
    return root.isChanged ? { ...record, bodyB64: root.currentText } : record;
  }
}

function isBase64(text: string): boolean {
  try {
    decodeBase64(text);
    return true;
  } catch {
    return false;
  }
}

function getTextLocation(record: WireRecord, path: JsonPath): TextLocation {
  const exchange = "x" in record ? (record.x ?? null) : null;
  // A hop has headers of its own.
  const at = path.findIndex((field) => field === "headers" || field === "trailers");
  const [field, index, side] = path.slice(at < 0 ? 0 : at);
  if (at >= 0 && typeof index === "number") {
    const name = getMember(record, [...path.slice(0, at + 2), 0]);
    const part = field === "trailers" ? "trailer" : "header";
    const names = [typeof name === "string" ? name : ""];
    return { exchange, part, path: names, kind: side === 0 ? "name" : "text" };
  }
  return { exchange, part: getLocationPart(record, field), path, kind: "text" };
}

const getMember = (record: WireRecord, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (value, field) => (typeof value === "object" ? Reflect.get(value ?? {}, field) : undefined),
    record,
  );

function getLocationPart({ r }: WireRecord, field: JsonPath[number] | undefined): LocationPart {
  if (field === "url" || field === "location") return "url";
  if (r === "note") return "note";
  if (r === "end") return "end";
  if (r === "open") return "request";
  return r === "head" || r === "redirect" || r === "edit" ? "response" : "log";
}

/** Keywords of the log format, which determine how the rest is read. */
const FORMAT_FIELDS: ReadonlySet<string> = new Set(["r", "cause", "framing", "version"]);
const BODY_FIELDS: ReadonlySet<string> = new Set(["body", "bodyB64", "b64"]);

/** Replaces each text by the result of `change`; returns the same record if nothing changed. */
function mapRecordTexts(
  record: WireRecord,
  change: (text: string, path: JsonPath) => string,
): WireRecord {
  const walk = (value: unknown, path: JsonPath): unknown => {
    if (typeof value === "string") return change(value, path);
    if (isArray(value)) {
      const items = value.map((item, i) => walk(item, [...path, i]));
      return items.some((item, i) => item !== value[i]) ? items : value;
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]): [string, unknown] => {
      const isKept = path.length === 0 && isSkippedField(name, record);
      return [name, isKept ? member : walk(member, [...path, name])];
    });
    const isSame = members.every(([name, member]) => member === value[name]);
    return isSame ? value : Object.fromEntries(members);
  };
  return walk(record, []) as WireRecord;
}

function isSkippedField(name: string, { r }: WireRecord): boolean {
  return FORMAT_FIELDS.has(name) || BODY_FIELDS.has(name) || (r === "data" && name === "text");
}

interface BodyRequest {
  readonly url: string;
  readonly framing: Framing | null;
}

/** Reads the texts of a body, frame by frame as the body arrives. */
class BodyTextReader {
  readonly root = new BodyTarget(new Body());
  readonly where: TextLocation;
  readonly #request: BodyRequest;
  readonly #texts: TextVisitor;
  #type: string | null = null;
  #framer: SniffingFramer | null = null;
  #reads = 0;
  #isOver = false;

  constructor(where: TextLocation, request: BodyRequest, texts: TextVisitor) {
    this.where = where;
    this.#request = request;
    this.#texts = texts;
  }

  addHead({ headers }: HeadRecord): void {
    this.#type ??= getHeaderValue(headers, "content-type");
  }

  /** Base64 in the record must be valid. */
  push(record: DataRecord): void {
    const { body } = this.root;
    this.#framer ??= this.#createFramer();
    const start = body.bytes;
    const text = body.push(record, this.#reads++);
    this.root.addRead(record, start);
    this.#readFrames(this.#framer.push(text));
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#framer) return;
    this.#readFrames(this.#framer.push(this.root.body.end(this.#reads)));
    this.#readFrames(this.#framer.end());
  }

  #createFramer(): SniffingFramer {
    const { framing } = this.#request;
    const { body } = this.root;
    body.isBinary = this.#type ? isGrpcContentType(this.#type) : framing === "grpc";
    const known = body.isBinary ? "grpc" : framing === "grpc" ? null : framing;
    return new SniffingFramer(known, this.#type);
  }

  #readFrames(frames: readonly Frame[]): void {
    for (const frame of frames) this.#readFrame(frame);
  }

  #readFrame(frame: Frame): void {
    const { where, root } = this;
    const surface = root.getRange(frame.start, frame.end);
    if (root.body.isBinary) {
      const isMessage = frame.kind === "data" && (frame.issues & FrameIssue.Compressed) === 0;
      const call = { url: this.#request.url, isRequest: false };
      if (isMessage) visitGrpcTexts(surface, where, call, this.#texts);
      return;
    }
    if (frame.kind !== "data" || !this.#readJson(frame, surface.text)) {
      this.#texts.text(surface, where);
    }
  }

  #readJson(frame: Frame, text: string): boolean {
    const content = extractFrameContent(text);
    const json = stripRecordSeparator(content.text);
    const shift = content.text.length - json.length;
    const back = (position: number) => content.back(position + shift);
    const surface = this.root.getRange(frame.start, frame.end);
    return visitJsonTexts(surface, this.where, this.#texts, { text: json, back });
  }
}
