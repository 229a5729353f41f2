/** Checks the sender of a notification against the credentials that its inbox expects. */

import type { InboxRequest } from "../../api/schemas/api-requests.ts";
import { isSameSecret } from "../security/is-same-secret.ts";

export type ExpectedCredentials = Pick<InboxRequest, "token" | "authentication">;

const NOTIFICATION_TOKEN_HEADER = "x-a2a-notification-token";

export interface SenderVerification {
  /** What was missing or wrong; the notification is rejected. */
  readonly rejection: string | null;
  /** What to note about an accepted notification. */
  readonly warning: string | null;
}

/** Checks the sender's credentials. The messages name what is wrong and never repeat what was sent. */
export function verifySender(
  headers: Headers,
  { token, authentication }: ExpectedCredentials,
): SenderVerification {
  const authenticationFlaw = authentication
    ? findAuthenticationFlaw(headers, authentication)
    : null;
  if (authenticationFlaw !== null) return { rejection: authenticationFlaw, warning: null };
  if (token === undefined) return { rejection: null, warning: null };
  const given = headers.get(NOTIFICATION_TOKEN_HEADER);
  if (given !== null && isSameSecret(given, token)) return { rejection: null, warning: null };
  if (given !== null) {
    return {
      rejection: "The X-A2A-Notification-Token header does not match the expected token.",
      warning: null,
    };
  }
  const missing = "The X-A2A-Notification-Token header with the expected token is missing.";
  // Some agents send only one of the two, and 1.0 mentions only authentication.
  return authentication
    ? { rejection: null, warning: `${missing} The authentication was correct.` }
    : { rejection: missing, warning: null };
}

function findAuthenticationFlaw(
  headers: Headers,
  { scheme, credentials }: NonNullable<ExpectedCredentials["authentication"]>,
): string | null {
  const given = headers.get("authorization");
  if (given === null) return "The Authorization header is missing.";
  const [, givenScheme = "", givenCredentials = ""] = /^(\S+) *(.*)$/.exec(given) ?? [];
  if (givenScheme.toLowerCase() !== scheme.toLowerCase()) {
    // What looks like another scheme may be a secret without one, so it is not repeated.
    return `The Authorization header does not use the expected scheme ${JSON.stringify(scheme)}.`;
  }
  return isSameSecret(givenCredentials, credentials)
    ? null
    : "The credentials in the Authorization header do not match the expected ones.";
}
