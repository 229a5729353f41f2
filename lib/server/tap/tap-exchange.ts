/**
 * Records one exchange that passes a tap, from what a connection reader finds in the copied bytes.
 *
 * Guarantees: records `open` first and `end` last, once each, with the times of the reads; one `data`
 * record per read; every record is masked; recording stops at the limit, forwarding does not.
 */

import { formatPlural } from "../../text/plural.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { ResponseHead } from "../../wire/http-head.ts";
import type {
  CheckedSignature,
  EditRecord,
  EndHop,
  EndRecord,
  HeaderList,
  HeadRecord,
  HopDelay,
  OpenHop,
  OpenRecord,
  WireRecord,
} from "../../wire/record.ts";
import {
  type ContentCoding,
  ContentDecoder,
  findContentCoding,
} from "../exchange/content-coding.ts";
import { createBodyLimitEnd, type EndDetails } from "../exchange/exchange-end.ts";
import type { ExchangeLimit } from "../exchange/exchange-limits.ts";
import { createDataRecord, encodeRecordBytes } from "../exchange/response-body.ts";
import type { KnownSecrets } from "../masking/known-secrets.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import type { MaskStream } from "../masking/mask-stream.ts";
import type { AnswerMask } from "../masking/member-mask-stream.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import { createAnswerMask, findGrpcRequestSecrets, hasNamedSecrets } from "./body-secrets.ts";
import { describeBoundCredential, findBoundCredentials } from "./bound-credentials.ts";
import { describeSignature } from "./card-signatures.ts";
import type { RecordPlace, RecordQueue } from "./record-queue.ts";
import type { Delivery } from "./tap-editor.ts";

/** What all exchanges of one connection share. */
export interface HopContext {
  readonly queue: RecordQueue;
  readonly createMask: MaskFactory;
  /** The secrets that messages of the recording had so far. */
  readonly secrets: KnownSecrets;
  readonly createId: () => string;
  /** How much of each request and response is recorded. */
  readonly limit: ExchangeLimit;
  readonly route: Pick<OpenHop, "via" | "listen" | "target">;
  /** Of the agent. */
  readonly scheme: "http:" | "https:";
  /** Its requests are notifications of an agent: recorded as the agent sent them, without response. */
  readonly isNotification: boolean;
  /** Its exchanges may be edited, also after their end. */
  readonly hasPlan: boolean;
  readonly connection: number;
  readonly caller: OpenHop["caller"];
  /** The agent's end of the connection, once there is one. */
  getRemote(): HeadRecord["remote"];
  /** Verifies the signatures of a card. */
  verifyCard(text: string): Promise<readonly CheckedSignature[]>;
  /** The next request as the caller sent it, if the tap changed it. */
  takeReceived(): OpenHop["received"];
  /** What the tap changed in the next response, or in that of a stream, if it edits. */
  takeDelivered(stream?: number): Delivery | undefined;
}

interface TapRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly framing?: "grpc";
  readonly received?: OpenHop["received"];
}

interface TapResponseHead {
  readonly status: number;
  readonly statusText?: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The response has a body that can be decoded. */
  readonly hasBody: boolean;
}

type Direction = "request" | "response";

const NO_BYTES = Buffer.alloc(0);

/** Loupe ended the response on purpose. */
export const LOUPE_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "Loupe ended the response, as its plan or the user says." },
};

/** What the caller does after these is not its own doing. */
const ENDING_EDITS: ReadonlySet<EditRecord["do"]> = new Set(["cut", "end", "fail"]);

export class TapExchange {
  readonly x: string;
  readonly method: string;
  readonly #context: HopContext;
  readonly #request: TapRequest;
  readonly #firstByte: number;
  readonly #masker: SecretMasker;
  readonly #maskStream: MaskStream;
  /** Masks members of the response by their names. */
  #answerMask: AnswerMask | null = null;
  #hasNamedSecrets = false;
  readonly #delays = { request: new DelayMeter(), response: new DelayMeter() };
  #requestBody: Buffer[] = [];
  #requestBytes = 0;
  #isOpen = false;
  #hasHead = false;
  #headers: HeaderList = [];
  #openTime = 0;
  #decoder: ContentDecoder | null = null;
  /** Resolves when all reads so far are decoded. */
  #decoded: Promise<void> = Promise.resolve();
  /** The read that is being decoded. */
  #decoding: { readonly t: number; readonly place: Pick<RecordPlace, "append"> };
  #wireBytes = 0;
  #recordedBytes = 0;
  #hasReachedLimit = false;
  #delivered: EndHop["delivered"];
  #signedCard: string | null = null;
  #isEnded = false;
  #isEndedByLoupe = false;

  constructor(context: HopContext, request: TapRequest, firstByte: number) {
    this.x = context.createId();
    this.method = request.method;
    this.#context = context;
    this.#decoding = { t: firstByte, place: context.queue };
    this.#request = request;
    this.#firstByte = firstByte;
    this.#masker = new SecretMasker(request, context.createMask, context.secrets);
    this.#maskStream = this.#masker.createMaskStream({ keepsLength: this.#isGrpc });
  }

  get #isGrpc(): boolean {
    return this.#request.framing === "grpc";
  }

  /** The head of the response was received. */
  get hasHead(): boolean {
    return this.#hasHead;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  addRequestBody(bytes: Uint8Array): void {
    this.#requestBytes += bytes.length;
    const left = this.#context.limit.value - (this.#requestBytes - bytes.length);
    // A copy: the reader reuses nothing, but a slice keeps its whole read in memory.
    if (left > 0 && !this.#isOpen) this.#requestBody.push(Buffer.from(bytes.subarray(0, left)));
  }

  /** The request is complete, or its response begins before. */
  open(t: number): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#openTime = t;
    const body = Buffer.concat(this.#requestBody);
    this.#requestBody = [];
    this.#hasNamedSecrets = hasNamedSecrets(this.#request, body);
    if (this.#isGrpc) this.#masker.addSecrets(findGrpcRequestSecrets(this.#request.url, body));
    if (this.#context.isNotification) this.#recordNotification(t, body);
    else this.#append(this.#createOpen(t, body));
    if (this.#context.route.via === "reverse") this.#noteBoundCredentials(t);
    if (body.length < this.#requestBytes) {
      this.addNote(
        `Recorded ${formatPlural(body.length, "byte")} of the request; it has ${this.#requestBytes}.`,
        t,
      );
    }
  }

  /** The client has set the URL of the tap for it, so it belongs to that URL. */
  #recordNotification(t: number, body: Buffer): void {
    const { url, received } = this.#request;
    const { received: _received, ...hop } = this.#createHop();
    const { method, headers } = this.#request;
    const sent = { url: received?.url ?? url, headers: received?.headers ?? headers };
    this.#append({ r: "open", x: this.x, t, method, ...sent, inbound: true, hop });
    this.addNote(`The tap passes it on to ${url}.`, t);
    this.#record(this.#maskStream.push(body), t, this.#context.queue);
    this.#record(this.#flushMasks(), t, this.#context.queue);
  }

  #noteBoundCredentials(t: number): void {
    const { headers, url } = this.#request;
    for (const credential of findBoundCredentials(headers, url)) {
      this.addNote(describeBoundCredential(credential), t);
    }
  }

  #createOpen(t: number, body: Buffer): OpenRecord {
    const { method, url, headers, framing } = this.#request;
    const content = body.length === 0 ? null : encodeRecordBytes(body, this.#isGrpc);
    return {
      r: "open",
      x: this.x,
      t,
      method,
      url,
      headers,
      ...(content && ("text" in content ? { body: content.text } : { bodyB64: content.b64 })),
      ...(framing && { framing }),
      hop: this.#createHop(),
    };
  }

  #createHop(): OpenHop {
    const { received } = this.#request;
    const { route, connection, caller } = this.#context;
    return {
      ...route,
      connection,
      caller,
      firstByte: this.#firstByte,
      ...(received && { received }),
    };
  }

  addNote(text: string, t: number): void {
    this.#append({ r: "note", x: this.x, t, text });
  }

  /** A response before the response, such as `103 Early Hints`. */
  readInterim({ status, statusText, headers }: ResponseHead, t: number): void {
    this.open(t);
    const lines = this.#masker.headers(headers).map(([name, value]) => `\n${name}: ${value}`);
    this.addNote(`Received before the response: ${status} ${statusText}${lines.join("")}`, t);
  }

  addDelay(direction: Direction, ms: number): void {
    this.#delays[direction].add(ms);
  }

  readHead(head: TapResponseHead, t: number): void {
    this.open(t);
    this.#hasHead = true;
    const { status, statusText, httpVersion, headers, hasBody } = head;
    this.#headers = headers;
    if (this.#context.isNotification) {
      return this.addNote(`The client answered ${status} ${statusText ?? ""}`.trimEnd(), t);
    }
    if (this.#hasNamedSecrets) {
      this.#answerMask = createAnswerMask(this.#request, headers, this.#masker);
    }
    const coding =
      hasBody && !this.#isGrpc
        ? findContentCoding(getHeaderValue(headers, "content-encoding") ?? undefined)
        : undefined;
    const remote = this.#context.getRemote();
    this.#append({
      r: "head",
      x: this.x,
      t,
      status,
      ...(statusText && { statusText }),
      httpVersion,
      headers,
      ...(remote && { remote }),
      timing: { firstByte: Math.round((t - this.#openTime) * 1000) / 1000 },
      ...(coding && { decoded: coding.name }),
    });
    if (coding) this.#decoder = this.#createDecoder(coding);
  }

  #createDecoder(coding: ContentCoding): ContentDecoder {
    return new ContentDecoder(
      coding,
      (bytes) => {
        this.#recordDecoded(bytes);
        return undefined;
      },
      ({ message }) => {
        const text = `The response has content-encoding: ${coding.name}, but its bytes cannot be decoded (${message}). From here on, they are recorded as received.`;
        const { t, place } = this.#decoding;
        place.append(this.#masker.maskRecord({ r: "note", x: this.x, t, text }));
      },
    );
  }

  /** One read of the response, without framing. */
  readBody(bytes: Uint8Array, t: number): void {
    this.open(t);
    this.#wireBytes += bytes.length;
    if (this.#context.isNotification) return;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const decoder = this.#decoder;
    if (!decoder) return this.#record(this.#mask(buffer), t, this.#context.queue);
    this.#decode(t, () => decoder.write(buffer));
  }

  /** Runs when earlier reads are decoded. What the decoder delivers is recorded at the place of this read. */
  #decode(t: number, work: () => Promise<void>): void {
    const place = this.#context.queue.takePlace();
    this.#decoded = this.#decoded.then(async () => {
      this.#decoding = { t, place };
      await work();
      place.close();
    });
  }

  #recordDecoded(bytes: Buffer): void {
    const { t, place } = this.#decoding;
    this.#record(this.#mask(bytes), t, place);
  }

  #mask(bytes: Buffer): Buffer {
    return this.#maskStream.push(this.#answerMask?.push(bytes) ?? bytes);
  }

  #flushMasks(): Buffer {
    const rest = this.#answerMask?.flush() ?? NO_BYTES;
    return Buffer.concat([this.#maskStream.push(rest), this.#maskStream.flush()]);
  }

  #record(bytes: Buffer, t: number, place: Pick<RecordPlace, "append">): void {
    const left = this.#context.limit.value - this.#recordedBytes;
    const recorded = bytes.subarray(0, left);
    this.#recordedBytes += recorded.length;
    if (recorded.length > 0) place.append(createDataRecord(this.x, t, recorded, this.#isGrpc));
    if (recorded.length < bytes.length) this.#hasReachedLimit = true;
  }

  /** The caller received another response than the agent sent. */
  setDelivered({ delivered, signedCard }: Delivery): void {
    const isBodyOnly = delivered?.bodyB64 !== undefined;
    this.#delivered = isBodyOnly ? { ...delivered, headers: this.#headers } : delivered;
    this.#signedCard = signedCard ?? null;
  }

  /** What the tap did to an event or the request; `t` is when. */
  recordEdit(edit: Omit<EditRecord, "r" | "x" | "t">, t: number): void {
    this.open(t);
    if (ENDING_EDITS.has(edit.do) && !this.#isEnded) this.#isEndedByLoupe = true;
    const { b64 } = edit;
    const masks = this.#masker.createMaskStream({ keepsLength: true });
    const masked =
      b64 === undefined ? null : [masks.push(Buffer.from(b64, "base64")), masks.flush()];
    const binary = masked && { b64: Buffer.concat(masked).toString("base64") };
    this.#append({ r: "edit", x: this.x, t, ...edit, ...binary });
  }

  end(details: EndDetails, t: number): void {
    if (this.#isEnded) return;
    this.open(t);
    this.#isEnded = true;
    if (this.#isEndedByLoupe && details.cause !== "complete") return this.#end(LOUPE_END, t);
    this.#end(details, t);
  }

  #end(details: EndDetails, t: number): void {
    const decoder = this.#decoder;
    if (!decoder && this.#signedCard === null) {
      this.#record(this.#flushMasks(), t, this.#context.queue);
      return this.#append(this.#createEnd(details, t));
    }
    this.#decode(t, async () => {
      await decoder?.end();
      decoder?.destroy();
      const { place } = this.#decoding;
      this.#record(this.#flushMasks(), t, place);
      await this.#verifyCard(t, place);
      place.append(this.#masker.maskRecord(this.#createEnd(details, t)));
    });
  }

  async #verifyCard(t: number, place: Pick<RecordPlace, "append">): Promise<void> {
    if (this.#signedCard === null || !this.#delivered) return;
    const signatures = await this.#context.verifyCard(this.#signedCard);
    this.#delivered = { ...this.#delivered, signatures };
    for (const signature of signatures) {
      const text = describeSignature(signature);
      place.append(this.#masker.maskRecord({ r: "note", x: this.x, t, text }));
    }
  }

  #createEnd(details: EndDetails, t: number): EndRecord {
    const { limit } = this.#context;
    const isLimited = details.cause === "complete" && this.#hasReachedLimit;
    const request = this.#delays.request.result;
    const response = this.#delays.response.result;
    const delay = { ...(request && { request }), ...(response && { response }) };
    const delivered = this.#delivered;
    return {
      r: "end",
      x: this.x,
      t,
      ...details,
      ...(isLimited && createBodyLimitEnd(limit)),
      ...((this.#decoder !== null || isLimited) && { wireBytes: this.#wireBytes }),
      hop: { ...((request || response) && { delay }), ...(delivered && { delivered }) },
    };
  }

  #append(record: WireRecord): void {
    this.#context.queue.append(this.#masker.maskRecord(record));
  }
}

class DelayMeter {
  #reads = 0;
  #sum = 0;
  #max = 0;

  add(ms: number): void {
    this.#reads += 1;
    this.#sum += ms;
    this.#max = Math.max(this.#max, ms);
  }

  get result(): HopDelay | undefined {
    if (this.#reads === 0) return undefined;
    const round = (ms: number) => Math.round(ms * 1000) / 1000;
    return { reads: this.#reads, mean: round(this.#sum / this.#reads), max: round(this.#max) };
  }
}
