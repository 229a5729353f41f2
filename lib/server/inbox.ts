/**
 * The inboxes of this process: where agents may post notifications, and how each must identify
 * itself.
 *
 * Guarantees: an inbox is found by recording and key together or not at all; what a notification
 * must carry is kept in memory only, and whatever is recorded of the same recording is masked of
 * it.
 */
import type { InboxRequest } from "../wire/api-types.ts";
import { newInboxKey } from "./recording-id.ts";
import { isSame } from "./same.ts";

export type Expected = Pick<InboxRequest, "token" | "authentication">;

export interface Inbox {
  readonly recording: string;
  readonly key: string;
  readonly expected: Expected;
}

/** More than anybody opens; the oldest gives way. */
export const MOST_INBOXES = 1000;

export class Inboxes {
  readonly #byKey = new Map<string, Inbox>();

  open(recording: string, expected: Expected): Inbox {
    const inbox = { recording, key: newInboxKey(), expected };
    this.#byKey.set(inbox.key, inbox);
    return inbox;
  }

  /** Closes the oldest where there are too many, and gives it. */
  closeOldest(): Inbox | null {
    const [oldest] = this.#byKey.values();
    if (this.#byKey.size <= MOST_INBOXES || oldest === undefined) return null;
    this.#byKey.delete(oldest.key);
    return oldest;
  }

  find(recording: string, key: string): Inbox | null {
    const inbox = this.#byKey.get(key);
    return inbox?.recording === recording ? inbox : null;
  }

  /** What must not be written into a recording for its inboxes' sake. */
  secretsOf(recording: string): string[] {
    return [...this.#byKey.values()]
      .filter((inbox) => inbox.recording === recording)
      .flatMap(({ key, expected: { token, authentication } }) => [
        key,
        ...(token === undefined ? [] : [token]),
        ...(authentication ? [authentication.credentials] : []),
      ]);
  }

  closeAll(recording: string): void {
    for (const { key } of [...this.#byKey.values()].filter((one) => one.recording === recording)) {
      this.#byKey.delete(key);
    }
  }
}

export function pathOf({ recording, key }: Inbox): string {
  return `/inbox/${recording}/${key}`;
}

export const TOKEN_HEADER = "x-a2a-notification-token";

export interface Judgement {
  /** What was missing or wrong: then the notification is not believed. */
  readonly refused: string | null;
  /** What is worth a remark although it is believed. */
  readonly remark: string | null;
}

/** Did the sender show what it was told to show? Says what was wrong, never what was sent. */
export function judgeSender(headers: Headers, { token, authentication }: Expected): Judgement {
  const unproven = authentication ? authenticationFlaw(headers, authentication) : null;
  if (unproven !== null) return { refused: unproven, remark: null };
  if (token === undefined) return { refused: null, remark: null };
  const given = headers.get(TOKEN_HEADER);
  if (given !== null && isSame(given, token)) return { refused: null, remark: null };
  if (given !== null) {
    return { refused: "X-A2A-Notification-Token is not the expected token.", remark: null };
  }
  const missing = "The expected token is missing: there is no X-A2A-Notification-Token header.";
  // Some agents send either the one or the other, and 1.0 speaks of authentication only.
  return authentication
    ? { refused: null, remark: `${missing} The authentication was right.` }
    : { refused: missing, remark: null };
}

function authenticationFlaw(
  headers: Headers,
  { scheme, credentials }: NonNullable<Expected["authentication"]>,
): string | null {
  const given = headers.get("authorization");
  if (given === null) return "The expected authentication is missing: there is no Authorization.";
  const [, givenScheme = "", givenCredentials = ""] = /^(\S+) *(.*)$/.exec(given) ?? [];
  if (givenScheme.toLowerCase() !== scheme.toLowerCase()) {
    // A scheme nobody expects may be a secret without one.
    return `Authorization is not of the expected scheme ${JSON.stringify(scheme)}.`;
  }
  return isSame(givenCredentials, credentials)
    ? null
    : "The credentials in Authorization are not the expected ones.";
}
