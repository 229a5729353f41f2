/**
 * Takes what an agent posts to an inbox and records it as an exchange that came in.
 *
 * Guarantees: for an address that is no inbox nothing is recorded; a notification is recorded
 * whatever is in it, its sender's secrets masked, up to a limit; one whose sender did not show what
 * was expected is marked as such before its first byte.
 */

import type { HeaderList, OpenRecord } from "../wire/record.ts";
import { dataRecord, PENDING_LIMIT } from "./answer-body.ts";
import type { Sink } from "./course.ts";
import { bodyLimit, type Ending, hungUp } from "./failure.ts";
import type { Mark } from "./fingerprint.ts";
import { type Inbox, judgeSender } from "./inbox.ts";
import { Scrubber } from "./scrubber.ts";
import { Secrets } from "./secrets.ts";
import { FIXED_HEADERS } from "./security-headers.ts";

const SAFE_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "x-content-type-options": "nosniff",
};

export interface Reception {
  inbox: Inbox;
  /** The new exchange's id. */
  x: string;
  sink: Sink;
  mark: Mark;
  /** What is to be masked besides what the headers say. */
  secrets: readonly string[];
  /** So many bytes are recorded of it. */
  most: number;
}

export async function receive(request: Request, reception: Reception): Promise<Response> {
  const { inbox, x, sink, mark, most } = reception;
  const { refused, remark } = judgeSender(request.headers, inbox.expected);
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

  const ending = await record(request, new Scrubber(secrets.spellings), { x, sink, most });
  sink.append(secrets.mask({ r: "end", x, t: sink.now(), ...ending }));
  await sink.settled();
  if (ending.cause === "limit") return answer(413, ending.error?.message);
  return refused === null ? new Response(null, { status: 204 }) : unauthorized(inbox, refused);
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

async function record(
  request: Request,
  scrubber: Scrubber,
  { x, sink, most }: Pick<Reception, "x" | "sink" | "most">,
): Promise<Ending> {
  let left = most;
  const write = async (bytes: Buffer) => {
    if (bytes.length > 0) sink.append(dataRecord(x, sink.now(), bytes));
    if (sink.pendingBytes > PENDING_LIMIT) await sink.settled();
  };
  try {
    for await (const chunk of request.body ?? []) {
      const bytes = Buffer.from(chunk);
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
    return hungUp("The agent closed the connection in the middle of its notification.");
  }
}

function calledUrl(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  return `${scheme}://${request.headers.get("host")}${pathname}${search}`;
}

/** What the web server adds by itself on the way here, from what it is going to answer. */
const NOT_SENT: ReadonlySet<string> = new Set([
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "content-security-policy",
  ...FIXED_HEADERS.map(([name]) => name),
]);

function sentHeaders({ headers }: Request): HeaderList {
  return [...headers].filter(([name]) => !NOT_SENT.has(name));
}

function unauthorized({ expected: { authentication } }: Inbox, why: string): Response {
  const scheme = authentication?.scheme;
  const isWord = scheme !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(scheme);
  return answer(401, why, isWord ? { "www-authenticate": scheme } : {});
}

function answer(status: number, text = "", headers: Record<string, string> = {}): Response {
  return new Response(`Loupe: ${text}\n`, { status, headers: { ...SAFE_TEXT, ...headers } });
}
