/**
 * Edits the push configurations on an HTTP/1 connection of a tap: callback URLs on the way to the
 * agent, and their echo on the way back.
 *
 * Guarantees: everything else passes as it is; only JSON requests, and responses that may repeat a
 * callback, are held until they are complete, up to a limit; what cannot be read passes.
 */

import { parseJsonSource } from "../../json/json-source.ts";
import { decodeStrict } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { getRequestUrl, type RequestHead, type ResponseHead } from "../../wire/http-head.ts";
import { getResponseBodyRule, Http1Reader } from "../../wire/http1-reader.ts";
import type { HeaderList, OpenHop } from "../../wire/record.ts";
import { createEditedHeaders, decodeContent, formatResponse, isJson } from "./edited-response.ts";
import { isPushCall, type PushAddresses } from "./push-addresses.ts";
import { RawBytes } from "./raw-bytes.ts";
import type { Delivery, TapEditor } from "./tap-editor.ts";

interface PushEditorOptions {
  readonly addresses: PushAddresses;
  /** Where the tap listens, for callers that name no host. */
  readonly listen: string;
  readonly maxBytes: number;
  /** Where what is refused passes on to be refused: its callbacks get no address. */
  isRefused?(request: RequestHead): boolean;
}

interface HeldMessage<Head> {
  readonly head: Head;
  /** The bytes of its head. */
  readonly raw: Buffer;
  readonly body: Uint8Array[];
  bytes: number;
}

/** A request without a complete response so far. */
interface SentRequest {
  readonly method: string;
  mayEcho: boolean;
}

export class PushEditor implements TapEditor {
  readonly isOver = false;
  readonly #options: PushEditorOptions;
  readonly #requestBytes = new RawBytes();
  readonly #responseBytes = new RawBytes();
  readonly #requests: Http1Reader;
  readonly #responses: Http1Reader;
  readonly #sent: SentRequest[] = [];
  readonly #received: OpenHop["received"][] = [];
  readonly #delivered: Delivery[] = [];
  #request: HeldMessage<RequestHead> | null = null;
  #response: HeldMessage<ResponseHead> | null = null;
  #output: Buffer[] = [];
  #isInterim = false;
  #isHttp2 = false;

  constructor(options: PushEditorOptions) {
    this.#options = options;
    this.#requests = new Http1Reader(
      "request",
      {
        onHead: (head) => head.kind === "request" && this.#onRequestHead(head),
        onBody: (bytes) => this.#holdRequest(bytes),
        onEnd: () => this.#onRequestEnd(),
        onOther: () => undefined,
      },
      () => "body",
    );
    this.#responses = new Http1Reader(
      "response",
      {
        onHead: (head) => head.kind === "response" && this.#onResponseHead(head),
        onBody: (bytes) => this.#holdResponse(bytes),
        onEnd: () => this.#onResponseEnd(),
        onOther: () => undefined,
      },
      (head) => getResponseBodyRule(head, this.#sent[0]?.method),
    );
  }

  editRequest(bytes: Buffer): Buffer {
    this.#requestBytes.push(bytes);
    if (!this.#isHttp2) this.#requests.push(bytes);
    return this.#takeOutput(this.#requestBytes, this.#requests, this.#request !== null);
  }

  editResponse(bytes: Buffer): Buffer {
    this.#responseBytes.push(bytes);
    if (!this.#isHttp2) this.#responses.push(bytes);
    return this.#takeOutput(this.#responseBytes, this.#responses, this.#response !== null);
  }

  closeRequest(): Buffer {
    const held = this.#request;
    this.#request = null;
    if (held) {
      this.#received.push(undefined);
      this.#output.push(held.raw);
    }
    return this.#takeOutput(this.#requestBytes, null, false);
  }

  closeResponse(): Buffer {
    this.#responses.close();
    const held = this.#response;
    this.#response = null;
    if (held) this.#output.push(held.raw);
    return this.#takeOutput(this.#responseBytes, null, false);
  }

  takeReceived(): OpenHop["received"][] {
    return this.#received.splice(0);
  }

  takeDelivered(): Delivery[] {
    return this.#delivered.splice(0);
  }

  #takeOutput(raw: RawBytes, reader: Http1Reader | null, isHeld: boolean): Buffer {
    const isInHead = reader?.state === "between" || reader?.state === "head";
    const isPassing = reader === null || this.#isHttp2 || !isInHead;
    if (!isHeld) this.#output.push(raw.takeUntil(isPassing ? raw.end : reader.headStart));
    return Buffer.concat(this.#output.splice(0));
  }

  #onRequestHead(head: RequestHead): void {
    const { method, target, headers } = head;
    if (method === "PRI" && target === "*") {
      this.#isHttp2 = true;
      return;
    }
    this.#sent.push({ method, mayEcho: isPushCall(null, target) });
    this.#output.push(this.#requestBytes.takeUntil(this.#requests.headStart));
    const raw = this.#requestBytes.takeUntil(this.#requests.offset);
    // A caller that waits for 100 Continue sends its body only after the agent has the head.
    const canHold =
      this.#options.isRefused?.(head) !== true &&
      isJson(headers) &&
      getHeaderValue(headers, "expect") === null &&
      getHeaderValue(headers, "content-encoding") === null;
    if (canHold) this.#request = { head, raw, body: [], bytes: 0 };
    else {
      this.#received.push(undefined);
      this.#output.push(raw);
    }
  }

  #holdRequest(bytes: Uint8Array): void {
    const held = this.#request;
    if (!held || add(held, bytes, this.#options.maxBytes)) return;
    this.#request = null;
    this.#received.push(undefined);
    this.#output.push(held.raw);
  }

  #onRequestEnd(): void {
    const held = this.#request;
    if (!held) return;
    this.#request = null;
    const { addresses, listen } = this.#options;
    const { head, raw } = held;
    const body = this.#requestBytes.takeUntil(this.#requests.offset);
    const text = decodeStrict(Buffer.concat(held.body));
    const rewritten = text === null ? null : addresses.rewriteRequest(text, head.target);
    const sent = this.#sent.at(-1);
    if (sent && text !== null) {
      sent.mayEcho ||= rewritten !== null || isPushCall(parseJsonSource(text).root, head.target);
    }
    if (text === null || !rewritten) {
      this.#received.push(undefined);
      this.#output.push(raw, body);
      return;
    }
    const host = getHeaderValue(head.headers, "host") ?? listen;
    this.#received.push({
      url: getRequestUrl(head, host, "http:"),
      headers: [...head.headers],
      body: text,
      changes: rewritten.changes,
    });
    this.#output.push(...createRequest(raw, rewritten.text));
  }

  #onResponseHead(head: ResponseHead): void {
    const { status, headers } = head;
    this.#isInterim = status < 200 && status !== 101;
    if (this.#isInterim || this.#sent[0]?.mayEcho !== true || !isJson(headers)) return;
    this.#output.push(this.#responseBytes.takeUntil(this.#responses.headStart));
    const raw = this.#responseBytes.takeUntil(this.#responses.offset);
    this.#response = { head, raw, body: [], bytes: 0 };
  }

  #holdResponse(bytes: Uint8Array): void {
    const held = this.#response;
    if (!held || add(held, bytes, this.#options.maxBytes)) return;
    this.#response = null;
    this.#output.push(held.raw);
  }

  #onResponseEnd(): void {
    if (this.#isInterim) {
      this.#isInterim = false;
      return;
    }
    this.#sent.shift();
    const held = this.#response;
    this.#response = null;
    const raw = this.#responseBytes.takeUntil(this.#responses.offset);
    if (!held) {
      this.#delivered.push({ notes: [] });
      this.#output.push(raw);
      return;
    }
    const delivery = this.#restore(held.head.headers, Buffer.concat(held.body));
    this.#delivered.push(delivery);
    const { delivered } = delivery;
    if (delivered) this.#output.push(formatResponse(held.raw, delivered));
    else this.#output.push(held.raw, raw);
  }

  #restore(headers: HeaderList, body: Buffer): Delivery {
    const { addresses, maxBytes } = this.#options;
    const text = decodeContent(body, getHeaderValue(headers, "content-encoding"), maxBytes);
    const restored = text === null ? null : addresses.restoreResponse(text);
    if (!restored) return { notes: [] };
    const edited = createEditedHeaders(headers, Buffer.byteLength(restored.text));
    return {
      notes: ["The tap put the callback URLs of the client back into the response."],
      delivered: { headers: edited, body: restored.text, changes: restored.changes },
    };
  }
}

/** False if it becomes too large to be held. */
function add<Head>(held: HeldMessage<Head>, bytes: Uint8Array, maxBytes: number): boolean {
  held.bytes += bytes.length;
  held.body.push(bytes.slice());
  return held.bytes <= maxBytes;
}

/** The request with another body; the other lines of its head stay as they are. */
function createRequest(raw: Buffer, text: string): Buffer[] {
  const body = Buffer.from(text);
  const lines = raw.toString("latin1").split(/(?<=\n)/);
  const kept = lines.filter(
    (line) => !/^(?:content-length|transfer-encoding|trailer|content-digest|digest):/i.test(line),
  );
  const end = kept.pop() ?? "\r\n";
  const head = `${kept.join("")}Content-Length: ${body.length}\r\n${end}`;
  return [Buffer.from(head, "latin1"), body];
}
