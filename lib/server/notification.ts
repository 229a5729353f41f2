/**
 * Takes what an agent posts to an inbox and records it as an exchange that came in.
 *
 * Guarantees: for an address that is no inbox nothing is recorded; a notification is recorded
 * whatever is in it, its sender's secrets masked, up to a limit; one whose sender did not show what
 * was expected is marked as such before its first byte; one that nobody waits for any more is left
 * where it is, and ends.
 */

import type { EndRecord, HeaderList, OpenRecord } from "../wire/record.ts";
import { dataRecord, PENDING_LIMIT } from "./answer-body.ts";
import type { Sink } from "./course.ts";
import { bodyLimit, type Ending, hungUp, Stopped } from "./failure.ts";
import type { Mark } from "./fingerprint.ts";
import type { Expected, Inbox, Judgement } from "./inbox.ts";
import type { Scrubber } from "./scrubber.ts";
import { Secrets } from "./secrets.ts";

const SAFE_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};

export interface Reception {
  judgement: Judgement;
  /** The new exchange's id. */
  x: string;
  sink: Sink;
  mark: Mark;
  /** What is to be masked besides what the headers say. */
  secrets: readonly string[];
  /** So many bytes are recorded of it. */
  most: number;
  /** Ends it where it is. */
  signal: AbortSignal;
}

/** Resolves as soon as its end is handed in: until then it is running, like any other exchange. */
export async function receive(request: Request, reception: Reception): Promise<EndRecord> {
  const { judgement, x, sink, mark } = reception;
  const { refused, remark } = judgement;
  const open: OpenRecord = {
    r: "open",
    x,
    t: sink.now(),
    method: request.method,
    url: calledUrl(request),
    headers: sentHeaders(request),
    inbound: true,
    ...(refused !== null && { refused }),
  };
  const secrets = new Secrets({ ...open, secrets: reception.secrets }, mark);
  sink.append(secrets.mask(open));
  const said = refused === null ? remark : `Not believed, and answered with 401. ${refused}`;
  if (said !== null) sink.append({ r: "note", x, t: sink.now(), text: said });

  const ending = await record(request, secrets.scrubber(), reception);
  const end = secrets.mask({ r: "end" as const, x, t: sink.now(), ...ending });
  sink.append(end);
  return end;
}

/** What the sender is told of a notification that has ended so. */
export function answerTo({ expected }: Inbox, { refused }: Judgement, end: EndRecord): Response {
  if (end.cause === "limit") return answer(413, end.error?.message);
  if (end.cause === "aborted") return answer(503, end.error?.message);
  return refused === null ? new Response(null, { status: 204 }) : unauthorized(expected, refused);
}

/** Some agents ask an inbox whether it wants their notifications, and expect their word back. */
export function handshake(request: Request): Response {
  const word = new URL(request.url).searchParams.get("validationToken");
  if (word !== null) return new Response(word, { headers: SAFE_TEXT });
  return answer(405, "Notifications are posted here.", { allow: "POST" });
}

/** As for an address that never was: nobody learns what is an inbox. */
export function noInbox(): Response {
  return answer(404, "There is no inbox at this address.");
}

const NOT_WAITED_FOR: Ending = {
  cause: "aborted",
  error: { by: "loupe", message: "Loupe stopped receiving in the middle of the notification." },
};

async function record(
  request: Request,
  scrubber: Scrubber,
  { x, sink, most, signal }: Reception,
): Promise<Ending> {
  const write = async (bytes: Buffer) => {
    if (bytes.length > 0) sink.append(dataRecord(x, sink.now(), bytes));
    if (sink.pendingBytes > PENDING_LIMIT) await sink.settled();
  };
  let left = most;
  try {
    for await (const bytes of piecesOf(request, signal)) {
      await write(scrubber.push(bytes.subarray(0, left)));
      if (bytes.length > left) {
        await write(scrubber.flush());
        return bodyLimit({ value: most, limit: "noticeBytes" }, "notification");
      }
      left -= bytes.length;
    }
    await write(scrubber.flush());
    return { cause: "complete" };
  } catch {
    await write(scrubber.flush());
    if (signal.aborted) return stoppedBy(signal);
    return hungUp("The agent closed the connection in the middle of its notification.");
  }
}

/** What comes of the body. Throws at the signal, and where the sender breaks off. */
async function* piecesOf({ body }: Request, signal: AbortSignal): AsyncGenerator<Buffer> {
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

function stoppedBy({ reason }: AbortSignal): Ending {
  return reason instanceof Stopped ? reason.ending : NOT_WAITED_FOR;
}

function calledUrl(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  return `${scheme}://${request.headers.get("host")}${pathname}${search}`;
}

/** What the web server adds by itself on the way here. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
]);

function sentHeaders({ headers }: Request): HeaderList {
  return [...headers].filter(([name]) => !NOT_SENT.has(name));
}

function unauthorized({ authentication }: Expected, why: string): Response {
  const scheme = authentication?.scheme;
  const isWord = scheme !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(scheme);
  return answer(401, why, isWord ? { "www-authenticate": scheme } : {});
}

function answer(status: number, text = "", headers: Record<string, string> = {}): Response {
  return new Response(`Loupe: ${text}\n`, { status, headers: { ...SAFE_TEXT, ...headers } });
}
