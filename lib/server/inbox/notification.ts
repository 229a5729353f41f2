/**
 * Records a push notification that an agent posts to an inbox, as an inbound exchange.
 *
 * Guarantees: nothing is recorded for an address that is not an inbox; a notification is recorded
 * whatever its content, up to a limit and with its sender's secrets masked; a rejected notification
 * is marked as such before its first byte; a notification that is stopped ends where it is.
 */

import type { EndRecord, HeaderList, OpenRecord } from "../../wire/record.ts";
import type { RecordSink } from "../exchange/exchange-context.ts";
import {
  createBodyLimitEnd,
  createHangUpEnd,
  type EndDetails,
  StopReason,
} from "../exchange/exchange-end.ts";
import { createDataRecord, MAX_PENDING_BYTES } from "../exchange/response-body.ts";
import type { MaskFactory } from "../masking/mask-factory.ts";
import type { MaskStream } from "../masking/mask-stream.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import type { ExpectedCredentials, SenderVerification } from "./verify-sender.ts";

const SAFE_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};

interface PushDelivery {
  verification: SenderVerification;
  /** The new exchange's id. */
  x: string;
  sink: RecordSink;
  createMask: MaskFactory;
  /** Secrets to mask in addition to those in the headers. */
  secrets: readonly string[];
  /** Maximum number of recorded bytes. */
  maxBytes: number;
  /** Stops receiving. */
  signal: AbortSignal;
}

/** Resolves when the end record is appended. Until then the exchange counts as running. */
export async function recordNotification(
  request: Request,
  delivery: PushDelivery,
): Promise<EndRecord> {
  const { verification, x, sink, createMask } = delivery;
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
  const masker = new SecretMasker({ ...open, secrets: delivery.secrets }, createMask);
  sink.append(masker.maskRecord(open));
  const note = rejection === null ? warning : `Rejected with HTTP 401. ${rejection}`;
  if (note !== null) sink.append({ r: "note", x, t: sink.now(), text: note });

  const details = await recordBody(request, masker.createMaskStream(), delivery);
  const end = masker.maskRecord({ r: "end" as const, x, t: sink.now(), ...details });
  sink.append(end);
  return end;
}

/** The response to the sender, by how the notification ended. */
export function createNotificationResponse(
  expected: ExpectedCredentials,
  { rejection }: SenderVerification,
  end: EndRecord,
): Response {
  if (end.cause === "limit") return createTextResponse(413, end.error?.message);
  if (end.cause === "aborted") return createTextResponse(503, end.error?.message);
  return rejection === null
    ? new Response(null, { status: 204 })
    : createUnauthorizedResponse(expected, rejection);
}

/** Some agents first check an inbox with a validation token, and expect it back. */
export function createHandshakeResponse(request: Request): Response {
  const token = new URL(request.url).searchParams.get("validationToken");
  if (token !== null) return new Response(token, { headers: SAFE_TEXT });
  return createTextResponse(405, "This is an inbox: send notifications with POST.", {
    allow: "POST",
  });
}

/** The same response for every unknown address, so that callers cannot find inboxes. */
export function createNoInboxResponse(): Response {
  return createTextResponse(404, "There is no inbox at this address.");
}

const STOPPED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "Loupe stopped receiving before the notification was complete." },
};

async function recordBody(
  request: Request,
  maskStream: MaskStream,
  { x, sink, maxBytes, signal }: PushDelivery,
): Promise<EndDetails> {
  const write = async (bytes: Buffer) => {
    if (bytes.length > 0) sink.append(createDataRecord(x, sink.now(), bytes));
    if (sink.pendingBytes > MAX_PENDING_BYTES) await sink.waitUntilWritten();
  };
  let left = maxBytes;
  try {
    for await (const bytes of readChunks(request, signal)) {
      await write(maskStream.push(bytes.subarray(0, left)));
      if (bytes.length > left) {
        await write(maskStream.flush());
        return createBodyLimitEnd({ value: maxBytes, name: "noticeBytes" }, "notification");
      }
      left -= bytes.length;
    }
    await write(maskStream.flush());
    return { cause: "complete" };
  } catch {
    await write(maskStream.flush());
    if (signal.aborted) return getStopEnd(signal);
    return createHangUpEnd("The agent closed the connection before its notification was complete.");
  }
}

/** The chunks of the body. Throws when the signal fires and when the sender disconnects. */
async function* readChunks({ body }: Request, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      // A canceled body ends like a complete one.
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

/** Headers that the web server adds itself. */
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
  const isHttpToken = scheme !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(scheme);
  return createTextResponse(401, why, isHttpToken ? { "www-authenticate": scheme } : {});
}

function createTextResponse(
  status: number,
  text = "",
  headers: Record<string, string> = {},
): Response {
  return new Response(`Loupe: ${text}\n`, { status, headers: { ...SAFE_TEXT, ...headers } });
}
