/**
 * Client of an S3-compatible object store: the few operations that Loupe needs.
 *
 * Guarantees: a request that fails for a passing reason is repeated, with growing delays; a body that
 * is cut short is an error, never a shorter body; what is uploaded is signed with its checksum, so
 * that a store does not accept damaged bytes; no error repeats a credential. Redirects are not
 * followed: a signature is valid for one address only. No response is read beyond its limit, and no
 * list without end.
 */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { MAX_LINK_SECONDS } from "../../api/shared-store.ts";
import { getConnectionFailure } from "../../text/error-message.ts";
import { formatPlural } from "../../text/plural.ts";
import { getRetryDelay, parseRetryAfter } from "../http/retry-delay.ts";
import { type ListedObject, parseErrorCode, parseListPage } from "./s3-xml.ts";
import { STORE_LIMITS } from "./store-limits.ts";
import { getBucketUrl, type StoreSettings } from "./store-settings.ts";

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A file that is uploaded, with its checksum. */
export interface FileBody {
  readonly path: string;
  readonly size: number;
  /** SHA-256, in hex. */
  readonly sha256: string;
}

interface PutOptions {
  readonly contentType?: string;
  /** Only if the object is the one with this ETag; `null`: only if there is none. */
  readonly ifMatch?: string | null;
}

/**
 * `unavailable`: try again later. `conflict`: a condition did not hold. `too-large`: one object exceeds
 * its limit, which says nothing of the others. `refused`: the rest.
 */
type StoreErrorKind = "unavailable" | "conflict" | "too-large" | "refused";

export class StoreError extends Error {
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

interface S3ClientOptions {
  readonly attempts?: number;
  /** A response may pause this long. */
  readonly idleTimeoutMs?: number;
}

interface ObjectRequest {
  readonly method: "GET" | "PUT" | "HEAD" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | FileBody;
  /** What is read of the response; absent: what an error may have. */
  readonly reads?: ReadLimits;
}

interface ReadLimits {
  readonly maxBytes: number;
  /** The part that was asked for, if the store sends all. */
  readonly range?: ByteRange;
}

interface ByteRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

interface ObjectResponse {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

const ATTEMPTS = 4;
const IDLE_TIMEOUT_MS = 20_000;
const MAX_SOCKETS = 32;
const NOT_IMPLEMENTED = 501;
const EMPTY_HASH = createHash("sha256").digest("hex");
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export class S3Client {
  readonly #settings: StoreSettings;
  readonly #attempts: number;
  readonly #idleTimeoutMs: number;
  readonly #base: URL;
  readonly #agent: Agent;
  /** Until the store refuses the first one. */
  #hasConditions = true;
  /** Keys that were derived from the secret. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(settings: StoreSettings, options: S3ClientOptions = {}) {
    this.#settings = settings;
    this.#attempts = options.attempts ?? ATTEMPTS;
    this.#idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
    this.#base = getBucketUrl(settings);
    const agentOptions = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: 60_000 };
    this.#agent =
      this.#base.protocol === "https:" ? new SecureAgent(agentOptions) : new Agent(agentOptions);
  }

  /** An object of at most so many bytes; `null` if there is none. */
  async get(key: string, maxBytes: number): Promise<StoredObject | null> {
    const response = await this.#send({ method: "GET", key, reads: { maxBytes } });
    return response && { bytes: response.bytes, etag: getETag(response) };
  }

  /** The bytes of an object from `from` to `to`, exclusive; `null` if there is none. */
  async getRange(key: string, range: ByteRange): Promise<Buffer | null> {
    const headers = { range: `bytes=${range.from}-${range.to - 1}` };
    const reads = { maxBytes: range.to - range.from, range };
    return (await this.#send({ method: "GET", key, headers, reads }))?.bytes ?? null;
  }

  /**
   * Returns the ETag of the new object. A store that has no conditional writes writes without the
   * condition.
   */
  async put(key: string, body: Buffer | FileBody, options: PutOptions = {}): Promise<string> {
    const { contentType = "application/octet-stream", ifMatch } = options;
    const isConditional = ifMatch !== undefined && this.#hasConditions;
    const condition = ifMatch === null ? { "if-none-match": "*" } : { "if-match": ifMatch ?? "" };
    const headers = { "content-type": contentType, ...(isConditional && condition) };
    const response = await this.#send({ method: "PUT", key, headers, body });
    if (response === null) throw this.#createMissingBucketError();
    if (response.status !== NOT_IMPLEMENTED) return getETag(response);
    this.#hasConditions = false;
    return this.put(key, body, options);
  }

  async head(key: string): Promise<{ readonly size: number; readonly etag: string } | null> {
    const response = await this.#send({ method: "HEAD", key });
    const size = Number(response?.headers["content-length"]);
    return response && { size, etag: getETag(response) };
  }

  /** The objects whose keys begin with `prefix`, by key. */
  async list(prefix: string): Promise<ListedObject[]> {
    const own = this.#settings.prefix;
    const found: ListedObject[] = [];
    const tokens = new Set<string>();
    let bytes = 0;
    for (let token: string | null = null; ; ) {
      const query = {
        "list-type": "2",
        prefix: own + prefix,
        ...(token !== null && { "continuation-token": token }),
      };
      const reads = { maxBytes: STORE_LIMITS.listPageBytes };
      const response = await this.#send({ method: "GET", key: "", query, reads });
      if (response === null) throw this.#createMissingBucketError();
      bytes += response.bytes.length;
      const page = parseListPage(response.bytes.toString());
      if (page === null) throw new StoreError("refused", "The store's list is not in S3's format.");
      for (const object of page.objects) {
        const isAsked = object.key.startsWith(own + prefix) && isPlainKey(object.key);
        if (isAsked) found.push({ ...object, key: object.key.slice(own.length) });
      }
      token = page.next;
      if (token === null) return found;
      if (
        tokens.has(token) ||
        tokens.size >= STORE_LIMITS.listPages ||
        bytes > STORE_LIMITS.listBytes
      ) {
        throw new StoreError(
          "refused",
          `The store's list does not end: it goes on after ${formatPlural(tokens.size + 1, "page")}.`,
        );
      }
      tokens.add(token);
    }
  }

  /** Also if there is no such object. */
  async delete(key: string): Promise<void> {
    await this.#send({ method: "DELETE", key });
  }

  /** An address at which anyone can read the object for some time. */
  async presignGet(key: string, seconds: number, fileName: string): Promise<string> {
    const url = this.#createUrl(key, {
      "X-Amz-Expires": String(Math.min(Math.max(1, Math.round(seconds)), MAX_LINK_SECONDS)),
      "response-content-disposition": `attachment; filename="${fileName}"`,
    });
    const signed = await this.#createSigner({ method: "GET", url, signQuery: true }).sign();
    return signed.url.href;
  }

  /** `null` if there is no such object. */
  async #send(request: ObjectRequest): Promise<ObjectResponse | null> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#tryOnce(request);
      if (!(outcome instanceof PassingFailure)) return outcome;
      if (attempt >= this.#attempts) throw new StoreError("unavailable", outcome.message);
      await sleep(getRetryDelay(attempt, outcome.retryAfterMs));
    }
  }

  async #tryOnce(request: ObjectRequest): Promise<ObjectResponse | PassingFailure | null> {
    const url = this.#createUrl(request.key, request.query);
    const { body, method } = request;
    const headers = {
      ...request.headers,
      "x-amz-content-sha256": body ? getHash(body) : EMPTY_HASH,
    };
    const signed = await this.#createSigner({ method, url, headers }).sign();
    const plain = Object.fromEntries(signed.headers);
    const response = await this.#exchange(request, url, plain).catch((error: unknown) => {
      if (error instanceof StoreError) throw error;
      return new PassingFailure(`The store does not respond: ${getConnectionFailure(error)}.`);
    });
    return response instanceof PassingFailure ? response : this.#judge(request, response);
  }

  #judge(request: ObjectRequest, response: ObjectResponse) {
    const { method, key } = request;
    const { status, headers, bytes } = response;
    if (status >= 200 && status < 300) return response;
    const isConditional = request.headers?.["if-match"] ?? request.headers?.["if-none-match"];
    if (status === NOT_IMPLEMENTED && isConditional !== undefined) return response;
    if (status === 404 && key !== "" && method !== "PUT") return null;
    const code = parseErrorCode(bytes.toString("utf8", 0, 4096));
    const reason = `The store responded with HTTP ${status}${code === null ? "" : ` ${code}`}`;
    // Another client wrote at the same moment: the request is repeated.
    const isPassing = PASSING.has(status) || (status === 409 && code !== "BucketNotEmpty");
    if (isPassing) {
      return new PassingFailure(`${reason}.`, parseRetryAfter(headers["retry-after"]));
    }
    if (status === 412) throw new StoreError("conflict", `${reason}.`);
    if (status === 404) throw this.#createMissingBucketError();
    throw new StoreError("refused", `${reason}.${getHint(status, code)}`);
  }

  #createMissingBucketError(): StoreError {
    const { bucket, endpoint } = this.#settings;
    return new StoreError("refused", `There is no bucket ${bucket} at ${endpoint}.`);
  }

  #createUrl(key: string, query: Readonly<Record<string, string>> = {}): URL {
    if (!isPlainKey(key)) throw new StoreError("refused", `${JSON.stringify(key)} is no key.`);
    const url = new URL(this.#base);
    if (key !== "") url.pathname += this.#settings.prefix + key;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  #createSigner(
    request: Pick<
      ConstructorParameters<typeof AwsV4Signer>[0],
      "method" | "headers" | "signQuery"
    > & {
      url: URL;
    },
  ): AwsV4Signer {
    const { credentials, region } = this.#settings;
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    return new AwsV4Signer({
      ...request,
      url: request.url.href,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: "s3",
      region,
      cache: this.#signingKeys,
    });
  }

  #exchange(
    { method, key, body, reads }: ObjectRequest,
    url: URL,
    headers: Readonly<Record<string, string>>,
  ): Promise<ObjectResponse> {
    const length = body === undefined ? {} : { "content-length": getSize(body) };
    const options = { method, headers: { ...headers, ...length }, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? requestHttps : requestHttp;
      const request = send(url, options, (response) => {
        const { statusCode: status = 0 } = response;
        readBody(response, method, key, status < 300 ? reads : undefined).then(
          (bytes) => resolve({ status, headers: response.headers, bytes }),
          reject,
        );
      });
      request.setTimeout(this.#idleTimeoutMs, () =>
        request.destroy(new Error(`nothing came for ${this.#idleTimeoutMs} ms`)),
      );
      request.on("error", reject);
      if (body === undefined || Buffer.isBuffer(body)) request.end(body);
      else createReadStream(body.path).on("error", reject).pipe(request);
    });
  }
}

/** The request may succeed when it is repeated. */
class PassingFailure {
  readonly message: string;
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    this.message = message;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Reads no further than its limit. Of a whole object in place of a range, only the range is kept. */
async function readBody(
  response: IncomingMessage,
  method: string,
  key: string,
  { maxBytes, range }: ReadLimits = { maxBytes: STORE_LIMITS.errorBytes },
): Promise<Buffer> {
  const { from, to } =
    range && response.statusCode === 200 ? range : { from: 0, to: Number.POSITIVE_INFINITY };
  const chunks: Buffer[] = [];
  let at = 0;
  let kept = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to - at));
    at += chunk.length;
    kept += part.length;
    if (kept > maxBytes) {
      response.destroy();
      const what = key === "" ? "A list of the store" : `${key} in the store`;
      throw new StoreError("too-large", `${what} has more than ${formatPlural(maxBytes, "byte")}.`);
    }
    if (part.length > 0) chunks.push(part);
    if (at >= to) {
      response.destroy();
      return Buffer.concat(chunks);
    }
  }
  const announced = response.headers["content-length"];
  if (method !== "HEAD" && announced !== undefined && Number(announced) !== at) {
    throw new Error("the response was cut short");
  }
  return Buffer.concat(chunks);
}

/** A URL would resolve dots to another object, or to another bucket. */
const isPlainKey = (key: string) => !key.split("/").some((part) => part === "." || part === "..");

const getSize = (body: Buffer | FileBody) => (Buffer.isBuffer(body) ? body.length : body.size);

function getHash(body: Buffer | FileBody): string {
  return Buffer.isBuffer(body) ? createHash("sha256").update(body).digest("hex") : body.sha256;
}

const getETag = ({ headers }: ObjectResponse) => headers.etag ?? "";

function getHint(status: number, code: string | null): string {
  if (code === "RequestTimeTooSkewed") return " The clock of this machine is wrong.";
  if (status === 401 || status === 403) {
    return " Check the credentials, the region and the permissions on the bucket.";
  }
  if (status === 301 || status === 307 || code === "AuthorizationHeaderMalformed") {
    return " Check AWS_REGION and the endpoint.";
  }
  if (status === 507) return " The store is full.";
  return "";
}
