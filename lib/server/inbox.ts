/**
 * The inboxes of this process: where agents may post notifications, and how each must identify
 * itself.
 *
 * Guarantees: an inbox is found by recording and key together or not at all; what a notification
 * must carry is kept in memory only, and whatever is recorded of the same recording is masked of
 * it.
 */
import type { InboxRequest } from "../wire/api-types.ts";
import { createInboxKey } from "./ids.ts";
import { isSameSecret } from "./is-same-secret.ts";

export type ExpectedCredentials = Pick<InboxRequest, "token" | "authentication">;

export interface Inbox {
  readonly recording: string;
  readonly key: string;
  readonly expected: ExpectedCredentials;
}

/** More than anybody opens; the oldest gives way. */
export const MAX_INBOXES = 1000;

export class Inboxes {
  readonly #byKey = new Map<string, Inbox>();

  open(recording: string, expected: ExpectedCredentials): Inbox {
    const inbox = { recording, key: createInboxKey(), expected };
    this.#byKey.set(inbox.key, inbox);
    return inbox;
  }

  /** Closes the oldest where there are too many, and gives it. */
  closeOldest(): Inbox | null {
    const [oldest] = this.#byKey.values();
    if (this.#byKey.size <= MAX_INBOXES || oldest === undefined) return null;
    this.#byKey.delete(oldest.key);
    return oldest;
  }

  find(recording: string, key: string): Inbox | null {
    const inbox = this.#byKey.get(key);
    return inbox?.recording === recording ? inbox : null;
  }

  /** What must not be written into a recording for its inboxes' sake. */
  getSecrets(recording: string): string[] {
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

export function getInboxPath({ recording, key }: Inbox): string {
  return `/inbox/${recording}/${key}`;
}

export const NOTIFICATION_TOKEN_HEADER = "x-a2a-notification-token";

export interface SenderVerification {
  /** What was missing or wrong: then the notification is not believed. */
  readonly rejection: string | null;
  /** What is worth a remark although it is believed. */
  readonly warning: string | null;
}

/** Did the sender show what it was told to show? Says what was wrong, never what was sent. */
export function verifySender(
  headers: Headers,
  { token, authentication }: ExpectedCredentials,
): SenderVerification {
  const unproven = authentication ? findAuthenticationFlaw(headers, authentication) : null;
  if (unproven !== null) return { rejection: unproven, warning: null };
  if (token === undefined) return { rejection: null, warning: null };
  const given = headers.get(NOTIFICATION_TOKEN_HEADER);
  if (given !== null && isSameSecret(given, token)) return { rejection: null, warning: null };
  if (given !== null) {
    return { rejection: "X-A2A-Notification-Token is not the expected token.", warning: null };
  }
  const missing = "The expected token is missing: there is no X-A2A-Notification-Token header.";
  // Some agents send either the one or the other, and 1.0 speaks of authentication only.
  return authentication
    ? { rejection: null, warning: `${missing} The authentication was right.` }
    : { rejection: missing, warning: null };
}

function findAuthenticationFlaw(
  headers: Headers,
  { scheme, credentials }: NonNullable<ExpectedCredentials["authentication"]>,
): string | null {
  const given = headers.get("authorization");
  if (given === null) return "The expected authentication is missing: there is no Authorization.";
  const [, givenScheme = "", givenCredentials = ""] = /^(\S+) *(.*)$/.exec(given) ?? [];
  if (givenScheme.toLowerCase() !== scheme.toLowerCase()) {
    // A scheme nobody expects may be a secret without one.
    return `Authorization is not of the expected scheme ${JSON.stringify(scheme)}.`;
  }
  return isSameSecret(givenCredentials, credentials)
    ? null
    : "The credentials in Authorization are not the expected ones.";
}
