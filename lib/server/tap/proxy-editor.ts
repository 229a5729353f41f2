/**
 * Edits the head of a request to the proxy of a tap, so that the agent receives it as if it had been
 * called directly.
 *
 * Guarantees: the body and the response pass as they are; a connection has one request, so that it
 * never reaches another agent than its first line names.
 */

import { getHeaderValue, getHeaderValues } from "../../wire/headers.ts";
import { getRequestUrl, type HttpHead } from "../../wire/http-head.ts";
import { getResponseBodyRule, Http1Reader } from "../../wire/http1-reader.ts";
import type { OpenHop } from "../../wire/record.ts";
import { RawBytes } from "./raw-bytes.ts";
import type { Delivery, TapEditor } from "./tap-editor.ts";

const EMPTY = Buffer.alloc(0);

export class ProxyEditor implements TapEditor {
  readonly #bytes = new RawBytes();
  readonly #requests: Http1Reader;
  readonly #responses: Http1Reader;
  #received: NonNullable<OpenHop["received"]>[] = [];
  #head: Buffer = EMPTY;
  #method = "";
  #requestEnd: number | null = null;
  #isInterim = false;
  #isOver = false;

  /** `host`: the authority of the agent; `path`: in place of the path that the request names. */
  constructor(host: string, path: string | null = null) {
    this.#requests = new Http1Reader(
      "request",
      {
        onHead: (head) => this.#onRequestHead(head, host, path),
        onBody: () => undefined,
        onEnd: () => {
          this.#requestEnd ??= this.#requests.offset;
        },
        onOther: () => undefined,
      },
      () => "body",
    );
    this.#responses = new Http1Reader(
      "response",
      {
        onHead: (head) => {
          this.#isInterim = head.kind === "response" && head.status < 200 && head.status !== 101;
        },
        onBody: () => undefined,
        onEnd: () => {
          this.#isOver ||= !this.#isInterim;
        },
        onOther: () => undefined,
      },
      (head) => getResponseBodyRule(head, this.#method),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  editRequest(bytes: Buffer): Buffer {
    this.#bytes.push(bytes);
    if (this.#requestEnd === null) this.#requests.push(bytes);
    if (this.#method === "") return EMPTY;
    const rest = this.#bytes.takeUntil(this.#requestEnd ?? this.#bytes.end);
    const head = this.#head;
    this.#head = EMPTY;
    return head.length > 0 ? Buffer.concat([head, rest]) : rest;
  }

  editResponse(bytes: Buffer): Buffer {
    this.#responses.push(bytes);
    return bytes;
  }

  /** Nothing is held: a proxy connects to an agent when it has the head of a request. */
  closeRequest(): Buffer {
    return EMPTY;
  }

  closeResponse(): Buffer {
    return EMPTY;
  }

  takeReceived(): NonNullable<OpenHop["received"]>[] {
    return this.#received.splice(0);
  }

  takeDelivered(): Delivery[] {
    return [];
  }

  #onRequestHead(head: HttpHead, host: string, path: string | null): void {
    // What follows the first request is not forwarded.
    if (head.kind !== "request" || this.#method !== "") return;
    this.#method = head.method;
    const named = getHeaderValue(head.headers, "host");
    const url = getRequestUrl(head, named ?? host, "http:");
    this.#received = [{ url, headers: [...head.headers] }];
    const raw = this.#bytes.takeUntil(this.#requests.offset).toString("latin1");
    const hopByHop = getHeaderValues(head.headers, "connection")
      .join(",")
      .toLowerCase()
      .match(/[^\s,]+/g);
    this.#head = Buffer.from(
      editHead(raw, { host, path }, named !== null, new Set(hopByHop)),
      "latin1",
    );
  }
}

/** Headers that are between a caller and its proxy. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "upgrade",
]);

/** Headers that frame the message or name its host, even if `Connection` names them. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(["host", "content-length", "transfer-encoding"]);

/** Other lines stay as they are, and where they are. */
function editHead(
  raw: string,
  { host, path: given }: { readonly host: string; readonly path: string | null },
  hasHost: boolean,
  named: ReadonlySet<string>,
): string {
  const [first = "", ...lines] = raw.replace(/^(?:\r?\n)+/, "").split(/(?<=\n)/);
  const [method, target = "", version = ""] = first.split(" ");
  const path =
    given ?? target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  const edited = [`${method} ${path} ${version}`];
  if (!hasHost) edited.push(`Host: ${host}\r\n`);
  let isDropped = false;
  for (const line of lines) {
    if (/^\r?\n$/.test(line)) edited.push("Connection: close\r\n");
    // A folded line belongs to the one before.
    if (!/^[ \t]/.test(line)) {
      const name = (/^[^:\s]+/.exec(line)?.[0] ?? "").toLowerCase();
      isDropped = PROXY_HEADERS.has(name) || (named.has(name) && !KEPT_HEADERS.has(name));
    }
    if (!isDropped)
      edited.push(line.replace(/^(host:[ \t]*)[^\r\n]*/i, (_, name: string) => name + host));
  }
  return edited.join("");
}
