/** Errors for the user: their source, what happened, the exact response and what to do. */

import { getErrorMessage } from "../text/error-message.ts";
import { ApiClientError } from "./api-client.ts";

type ErrorSource = "Loupe" | "Network" | "HTTP" | "JSON-RPC" | "A2A" | "Agent";

export interface UserFacingError {
  readonly who: ErrorSource;
  /** A few words. */
  readonly title: string;
  readonly what: string;
  readonly remedy: string | null;
  /** The exact response; `null` without one. */
  readonly details: string | null;
}

/** The request has a placeholder for a credential that does not exist. */
export function createMissingCredentialError(what: string): UserFacingError {
  const remedy = "Add credentials for that origin, or remove the placeholder from the request.";
  return { who: "Loupe", title: "Not sent", what, remedy, details: null };
}

export function toUserFacingError(error: unknown, title: string): UserFacingError {
  const what = getErrorMessage(error);
  const remedy = error instanceof ApiClientError ? error.hint : null;
  return { who: "Loupe", title, what, remedy, details: null };
}
