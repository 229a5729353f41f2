/** The texts of a body, frame by frame as they come. */

import { Body } from "../wire/body.ts";
import { type Frame, FrameIssue, stripRecordSeparator } from "../wire/frame.ts";
import { extractFrameContent } from "../wire/frame-content.ts";
import { SniffingFramer } from "../wire/framing.ts";
import { isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { DataRecord, Framing, HeadRecord } from "../wire/record.ts";
import { grpcTexts } from "./grpc-texts.ts";
import { jsonTexts, type Texts } from "./json-texts.ts";
import { BodyRoot } from "./root.ts";
import type { Where } from "./where.ts";

interface Request {
  readonly url: string;
  readonly framing: Framing | null;
}

export class BodyReader {
  readonly root = new BodyRoot(new Body());
  readonly where: Where;
  readonly #request: Request;
  readonly #texts: Texts;
  #type: string | null = null;
  #framer: SniffingFramer | null = null;
  #reads = 0;
  #isOver = false;

  constructor(where: Where, request: Request, texts: Texts) {
    this.where = where;
    this.#request = request;
    this.#texts = texts;
  }

  head({ headers }: HeadRecord): void {
    this.#type ??= getHeaderValue(headers, "content-type");
  }

  /** Its base64 must be some. */
  push(record: DataRecord): void {
    const { body } = this.root;
    this.#framer ??= this.#made();
    const start = body.bytes;
    const text = body.push(record, this.#reads++);
    this.root.read(record, start);
    this.#framer.push(text);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#framer?.push(this.root.body.end(this.#reads));
    this.#framer?.end();
  }

  #made(): SniffingFramer {
    const { framing } = this.#request;
    const { body } = this.root;
    body.isBinary = this.#type ? isGrpcContentType(this.#type) : framing === "grpc";
    const known = body.isBinary ? "grpc" : framing === "grpc" ? null : framing;
    return new SniffingFramer(known, this.#type, (frame) => this.#frame(frame));
  }

  #frame(frame: Frame): void {
    const { where, root } = this;
    const surface = root.stretch(frame.start, frame.end);
    if (root.body.isBinary) {
      const isMessage = frame.kind === "data" && (frame.issues & FrameIssue.Compressed) === 0;
      const call = { url: this.#request.url, isRequest: false };
      if (isMessage) grpcTexts(surface, where, call, this.#texts);
      return;
    }
    if (frame.kind !== "data" || !this.#isJson(frame, surface.text)) {
      this.#texts.text(surface, where);
    }
  }

  #isJson(frame: Frame, text: string): boolean {
    const content = extractFrameContent(text);
    const json = stripRecordSeparator(content.text);
    const shift = content.text.length - json.length;
    const back = (position: number) => content.back(position + shift);
    const surface = this.root.stretch(frame.start, frame.end);
    return jsonTexts(surface, this.where, this.#texts, { text: json, back });
  }
}
