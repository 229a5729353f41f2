/** Reads the texts of a body, frame by frame as the body arrives. */

import { Body } from "../wire/body.ts";
import { type Frame, FrameIssue, stripRecordSeparator } from "../wire/frame.ts";
import { extractFrameContent } from "../wire/frame-content.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { DataRecord, Framing, HeadRecord } from "../wire/record.ts";
import { visitGrpcTexts } from "./grpc-texts.ts";
import { type TextVisitor, visitJsonTexts } from "./json-texts.ts";
import type { TextLocation } from "./text-location.ts";
import { BodyTarget } from "./text-target.ts";

interface BodyRequest {
  readonly url: string;
  readonly framing: Framing | null;
}

export class BodyTextReader {
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
