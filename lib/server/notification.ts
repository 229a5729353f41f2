/**
 * Takes what an agent posts to an inbox and records it as an exchange that came in.
 *
 * Guarantees: for an address that is no inbox nothing is recorded; a notification is recorded
 * whatever is in it, its sender's secrets masked, up to a limit; one whose sender did not show what
 * was expected is marked as such before its first byte; one that nobody waits for any more is left
 * where it is, and ends.
 */

import type { EndRecord, HeaderList, OpenRecord } from "../wire/record.ts";
import type { RecordSink } from "./exchange-context.ts";
import {
  createBodyLimitEnd,
  createHangUpEnd,
  type EndDetails,
  StopReason,
} from "./exchange-end.ts";
import type { ExpectedCredentials, Inbox, SenderVerification } from "./inbox.ts";
import type { MaskFactory } from "./mask-factory.ts";
import type { MaskStream } from "./mask-stream.ts";
import { createDataRecord, MAX_PENDING_BYTES } from "./response-body.ts";
import { SecretMasker } from "./secret-masker.ts";

const SAFE_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};

export interface PushDelivery {
  verification: SenderVerification;
  /** The new exchange's id. */
  x: string;
  sink: RecordSink;
  createMask: MaskFactory;
  /** What is to be masked besides what the headers say. */
  secrets: readonly string[];
  /** So many bytes are recorded of it. */
  maxBytes: number;
  /** Ends it where it is. */
  signal: AbortSignal;
}

/** Resolves as soon as its end is handed in: until then it is running, like any other exchange. */
export async function recordNotification(
  request: Request,
  reception: PushDelivery,
): Promise<EndRecord> {
  const { verification, x, sink, createMask } = reception;
  const { rejection, warning } = verification;
  const open: OpenRecord = {
    r: "open",
    x,
    t: sink.now(),
    method: request.method,
    url: getCalledUrl(request),
    headers: getSentHeaders(request),
    inbound: true,
    ...(rejection !== null && { refused: rejection }),
  };
  const secrets = new SecretMasker({ ...open, secrets: reception.secrets }, createMask);
  sink.append(secrets.maskRecord(open));
  const said = rejection === null ? warning : `Not believed, and answered with 401. ${rejection}`;
  if (said !== null) sink.append({ r: "note", x, t: sink.now(), text: said });

  const ending = await recordBody(request, secrets.createMaskStream(), reception);
  const end = secrets.maskRecord({ r: "end" as const, x, t: sink.now(), ...ending });
  sink.append(end);
  return end;
}

/** What the sender is told of a notification that has ended so. */
export function createNotificationResponse(
  { expected }: Inbox,
  { rejection }: SenderVerification,
  end: EndRecord,
): Response {
  if (end.cause === "limit") return createTextResponse(413, end.error?.message);
  if (end.cause === "aborted") return createTextResponse(503, end.error?.message);
  return rejection === null
    ? new Response(null, { status: 204 })
    : createUnauthorizedResponse(expected, rejection);
}

/** Some agents ask an inbox whether it wants their notifications, and expect their word back. */
export function createHandshakeResponse(request: Request): Response {
  const word = new URL(request.url).searchParams.get("validationToken");
  if (word !== null) return new Response(word, { headers: SAFE_TEXT });
  return createTextResponse(405, "Notifications are posted here.", { allow: "POST" });
}

/** As for an address that never was: nobody learns what is an inbox. */
export function createNoInboxResponse(): Response {
  return createTextResponse(404, "There is no inbox at this address.");
}

const STOPPED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "Loupe stopped receiving in the middle of the notification." },
};

async function recordBody(
  request: Request,
  scrubber: MaskStream,
  { x, sink, maxBytes, signal }: PushDelivery,
): Promise<EndDetails> {
  const write = async (bytes: Buffer) => {
    if (bytes.length > 0) sink.append(createDataRecord(x, sink.now(), bytes));
    if (sink.pendingBytes > MAX_PENDING_BYTES) await sink.waitUntilWritten();
  };
  let left = maxBytes;
  try {
    for await (const bytes of readChunks(request, signal)) {
      await write(scrubber.push(bytes.subarray(0, left)));
      if (bytes.length > left) {
        await write(scrubber.flush());
        return createBodyLimitEnd({ value: maxBytes, name: "noticeBytes" }, "notification");
      }
      left -= bytes.length;
    }
    await write(scrubber.flush());
    return { cause: "complete" };
  } catch {
    await write(scrubber.flush());
    if (signal.aborted) return getStopEnd(signal);
    return createHangUpEnd("The agent closed the connection in the middle of its notification.");
  }
}

/** What comes of the body. Throws at the signal, and where the sender breaks off. */
async function* readChunks({ body }: Request, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      // A body that is cancelled ends as if it were whole.
      signal.throwIfAborted();
      if (done) return;
      yield Buffer.from(value);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function getStopEnd({ reason }: AbortSignal): EndDetails {
  return reason instanceof StopReason ? reason.end : STOPPED_END;
}

function getCalledUrl(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  return `${scheme}://${request.headers.get("host")}${pathname}${search}`;
}

/** What the web server adds by itself on the way here. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
]);

function getSentHeaders({ headers }: Request): HeaderList {
  return [...headers].filter(([name]) => !PROXY_HEADERS.has(name));
}

function createUnauthorizedResponse(
  { authentication }: ExpectedCredentials,
  why: string,
): Response {
  const scheme = authentication?.scheme;
  const isWord = scheme !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(scheme);
  return createTextResponse(401, why, isWord ? { "www-authenticate": scheme } : {});
}

function createTextResponse(
  status: number,
  text = "",
  headers: Record<string, string> = {},
): Response {
  return new Response(`Loupe: ${text}\n`, { status, headers: { ...SAFE_TEXT, ...headers } });
}
