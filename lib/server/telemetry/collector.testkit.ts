/** A trace collector on a real socket, whose failures tests choose. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { decodeTraces } from "../../otlp/decode-traces.testkit.ts";
import { listSpans } from "../../otlp/otlp.testkit.ts";
import type { OtlpSpan, OtlpTraces } from "../../otlp/span.ts";

/** What the collector does with one request, before or instead of accepting it. */
export type CollectorStep =
  | { readonly kind: "accept" }
  /** Accepts a part of the spans, and says so. */
  | { readonly kind: "accept-partly"; readonly type: string; readonly body: string | Uint8Array }
  | { readonly kind: "refuse"; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: "reset" }
  /** Accepts the spans, but breaks the connection before the response. */
  | { readonly kind: "accept-and-reset" }
  | { readonly kind: "hang" }
  | { readonly kind: "redirect"; readonly to: string };

interface CollectorRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

export class TestCollector {
  readonly requests: CollectorRequest[] = [];
  readonly accepted: OtlpTraces[] = [];
  /** A longer body is refused with 413. */
  maxBytes = Number.POSITIVE_INFINITY;
  /** The steps of the next requests; afterwards all are accepted. */
  readonly steps: CollectorStep[] = [];
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #waiting = new Set<() => void>();

  static async start(): Promise<TestCollector> {
    const collector = new TestCollector();
    collector.#server.listen(0, "127.0.0.1");
    await once(collector.#server, "listening");
    return collector;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  get spans(): OtlpSpan[] {
    return listSpans(this.accepted);
  }

  /** Resolves when `isTrue` holds after a request. */
  async waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "", headers, socket } = request;
    const chunks: Buffer[] = [];
    const step = this.steps.shift() ?? { kind: "accept" };
    for await (const chunk of request) chunks.push(chunk);
    this.requests.push({ path, headers });
    if (Buffer.concat(chunks).length > this.maxBytes) {
      response.writeHead(413).end();
      return this.#wake();
    }
    if (step.kind === "accept" || step.kind === "accept-and-reset") {
      this.accepted.push(decodeBody(Buffer.concat(chunks), headers));
    }
    switch (step.kind) {
      case "accept":
        // Like Langfuse, whatever was sent.
        response.writeHead(200, { "content-type": "application/json" }).end("not even JSON");
        break;
      case "accept-partly":
        response.writeHead(200, { "content-type": step.type }).end(step.body);
        break;
      case "refuse":
        response
          .writeHead(step.status, step.retryAfter ? { "retry-after": step.retryAfter } : {})
          .end("no");
        break;
      case "redirect":
        response.writeHead(307, { location: step.to }).end();
        break;
      case "hang":
        break;
      default:
        socket.resetAndDestroy();
    }
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function decodeBody(body: Buffer, headers: IncomingMessage["headers"]): OtlpTraces {
  const plain = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return headers["content-type"] === "application/json"
    ? JSON.parse(plain.toString())
    : (decodeTraces(plain) as OtlpTraces);
}
