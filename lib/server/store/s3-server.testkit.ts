/**
 * An S3-compatible object store in memory, on a real socket, for tests: it verifies signatures and
 * checksums, has conditional writes, ranges and pages of lists, and fails as tests choose.
 */

import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the store treats one request. */
export type StoreFault =
  | { readonly kind: "refuse"; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: "reset" }
  /** Never responds. */
  | { readonly kind: "hang" }
  /** Sends bytes until the client hangs up. */
  | { readonly kind: "endless" }
  /** Sends the head and half of the body, then breaks the connection. */
  | { readonly kind: "cut" }
  /** Says that it stored the object, but does not. */
  | { readonly kind: "lie" }
  /** Stores the object, but breaks the connection before the response. */
  | { readonly kind: "store-and-reset" }
  /** Stores only half of the object, and says that all is well. */
  | { readonly kind: "truncate" };

interface StoreRequest {
  readonly method: string;
  /** With the bucket. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

interface TestObject {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface TestStoreOptions {
  /** What becomes of conditions of writes. Some stores ignore or refuse them. */
  readonly conditions?: "kept" | "ignored" | "refused";
  readonly pageSize?: number;
  /** Headers of every response, for example of CORS. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ignores ranges, as some stores do. */
  readonly hasNoRanges?: boolean;
  /** Writes a page of a list in place of the right one. `n`: how many were asked for before. */
  readonly createPage?: (n: number) => string;
}

const ACCESS_KEY = "test-access-key";
export const SECRET_KEY = "test-secret-key-never-to-be-seen";
const BUCKET = "team";
const REGION = "us-east-1";

export class TestStore {
  readonly objects = new Map<string, TestObject>();
  readonly requests: StoreRequest[] = [];
  /** Chooses the fault of each request; `null` for none. */
  chooseFault: (request: StoreRequest) => StoreFault | null = () => null;
  isDown = false;
  /** How much the endless responses had. */
  endlessBytes = 0;
  #pages = 0;
  readonly #options: TestStoreOptions;
  readonly #server = createServer((request, response) => {
    this.#receive(request, response).catch(() => response.destroy());
  });

  private constructor(options: TestStoreOptions) {
    this.#options = options;
  }

  static async start(options: TestStoreOptions = {}): Promise<TestStore> {
    const store = new TestStore(options);
    store.#server.listen(0, "127.0.0.1");
    await once(store.#server, "listening");
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Variables of a Loupe that uses this store. */
  get environment() {
    return {
      LOUPE_STORE: `s3://${BUCKET}/loupe`,
      AWS_ENDPOINT_URL: this.url,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_REGION: REGION,
    };
  }

  /** The keys of all objects, without the prefix. */
  get keys(): string[] {
    return [...this.objects.keys()].map((key) => key.replace(/^loupe\//, "")).sort();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const seen = { method, path, headers };
    this.requests.push(seen);
    const fault: StoreFault | null = this.isDown ? { kind: "reset" } : this.chooseFault(seen);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    for (const [name, value] of Object.entries(this.#options.headers ?? {})) {
      response.setHeader(name, value);
    }
    if (fault?.kind === "hang") return;
    if (fault?.kind === "endless") return this.#sendEndlessly(response);
    if (fault?.kind === "reset") return void request.socket.resetAndDestroy();
    if (fault?.kind === "refuse") {
      const { status, retryAfter } = fault;
      if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
      return sendError(response, status, "InternalError");
    }
    const url = new URL(path, "http://store.example");
    const problem = findSignatureProblem(method, url, headers, body);
    if (problem) return sendError(response, 403, problem);
    const [, bucket = "", ...rest] = url.pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    if (bucket !== BUCKET) return sendError(response, 404, "NoSuchBucket");
    if (key === "") return this.#list(url.searchParams, response);
    if (method === "PUT") return this.#put(key, body, headers, response, fault);
    if (method === "DELETE") {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = this.objects.get(key);
    if (!object) return sendError(response, 404, "NoSuchKey");
    const range = this.#options.hasNoRanges ? undefined : headers.range;
    this.#get(object, method, range, response, fault);
  }

  async #sendEndlessly(response: ServerResponse): Promise<void> {
    response.writeHead(200, { etag: '"endless"' });
    const chunk = Buffer.alloc(1 << 16, " ");
    while (!response.closed) {
      this.endlessBytes += chunk.length;
      if (!response.write(chunk))
        await Promise.race([once(response, "drain"), once(response, "close")]);
    }
  }

  #put(
    key: string,
    body: Buffer,
    headers: IncomingMessage["headers"],
    response: ServerResponse,
    fault: StoreFault | null,
  ): void {
    const known = this.objects.get(key);
    const { "if-match": match, "if-none-match": none } = headers;
    const { conditions = "kept" } = this.#options;
    if (conditions === "refused" && (match ?? none) !== undefined) {
      return sendError(response, 501, "NotImplemented");
    }
    if (conditions === "kept") {
      if ((match !== undefined && match !== known?.etag) || (none === "*" && known)) {
        return sendError(response, 412, "PreconditionFailed");
      }
    }
    const bytes = fault?.kind === "truncate" ? body.subarray(0, body.length >> 1) : body;
    const etag = `"${createHash("md5").update(body).digest("hex")}"`;
    if (fault?.kind !== "lie") this.objects.set(key, { bytes, etag });
    if (fault?.kind === "store-and-reset") return void response.socket?.resetAndDestroy();
    response.writeHead(200, { etag }).end();
  }

  #get(
    { bytes, etag }: TestObject,
    method: string,
    range: string | undefined,
    response: ServerResponse,
    fault: StoreFault | null,
  ): void {
    const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
    const part = bytes.subarray(Number(from), to === "" ? bytes.length : Number(to) + 1);
    if (range !== undefined && part.length === 0) return sendError(response, 416, "InvalidRange");
    response.writeHead(range === undefined ? 200 : 206, {
      etag,
      "content-length": part.length,
      ...(range !== undefined && {
        "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
      }),
    });
    if (method === "HEAD") return void response.end();
    if (fault?.kind !== "cut") return void response.end(part);
    response.write(part.subarray(0, part.length >> 1), () => response.socket?.resetAndDestroy());
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const page = this.#options.createPage?.(this.#pages++);
    if (page !== undefined) return void response.writeHead(200).end(page);
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const rest = keys.filter((key) => key > after);
    const listed = rest.slice(0, this.#options.pageSize ?? 1000);
    const isTruncated = listed.length < rest.length;
    const contents = listed.map((key) => {
      const { bytes, etag } = this.objects.get(key) ?? { bytes: "", etag: "" };
      return `<Contents><Key>${key}</Key><ETag>${etag.replaceAll('"', "&quot;")}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const next = isTruncated
      ? `<NextContinuationToken>${listed.at(-1)}</NextContinuationToken>`
      : "";
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
      );
  }
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** Computes the signature of version 4 anew; the code of the error if it differs. */
function findSignatureProblem(
  method: string,
  url: URL,
  headers: IncomingMessage["headers"],
  body: Buffer,
): string | null {
  const isPresigned = url.searchParams.has("X-Amz-Signature");
  const parameters = isPresigned
    ? {
        credential: url.searchParams.get("X-Amz-Credential") ?? "",
        signed: url.searchParams.get("X-Amz-SignedHeaders") ?? "",
        signature: url.searchParams.get("X-Amz-Signature") ?? "",
        date: url.searchParams.get("X-Amz-Date") ?? "",
        hash: "UNSIGNED-PAYLOAD",
      }
    : readAuthorization(headers);
  if (parameters === null) return "AccessDenied";
  const { credential, signed, signature, date, hash } = parameters;
  if (!credential.startsWith(`${ACCESS_KEY}/`)) return "InvalidAccessKeyId";
  if (isPresigned) {
    const lifetime = Number(url.searchParams.get("X-Amz-Expires")) * 1000;
    const begin = Date.parse(
      date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
    );
    if (!(Date.now() < begin + lifetime)) return "AccessDenied";
  } else if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) {
    return "XAmzContentSHA256Mismatch";
  }
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const scope = credential.slice(ACCESS_KEY.length + 1);
  const canonical = [
    method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    query.join("&"),
    ...signed.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}`),
    "",
    signed,
    hash,
  ].join("\n");
  const [day = "", region = ""] = scope.split("/");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, text) => createHmac("sha256", secret).update(text).digest(),
    `AWS4${SECRET_KEY}`,
  );
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(Buffer.from(canonical))].join("\n");
  const expected = createHmac("sha256", key).update(text).digest("hex");
  return expected === signature ? null : "SignatureDoesNotMatch";
}

function readAuthorization(headers: IncomingMessage["headers"]) {
  const found =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!found) return null;
  const [, credential = "", signed = "", signature = ""] = found;
  const date = String(headers["x-amz-date"] ?? "");
  const hash = String(headers["x-amz-content-sha256"] ?? "");
  return { credential, signed, signature, date, hash };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
