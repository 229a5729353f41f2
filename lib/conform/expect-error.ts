/** Judges whether a response is the error that the specification asks for. */

import { requireAccess } from "./check.ts";
import { broken, brokenBut, type Judgement, kept } from "./judgement.ts";
import type { Response } from "./response.ts";

/** Kept if the response is one of the errors; the first is the one that is asked for. */
export function expectError(response: Response, names: readonly [string, ...string[]]): Judgement {
  requireAccess(response);
  const [wanted] = names;
  if (response.status === null)
    return broken(`${wanted} expected, but got ${response.describe()}.`, response);
  const event = response.find("error")?.n ?? null;
  if (names.some((name) => response.hasError(name))) {
    return kept(`Answered with ${response.describe()}.`, response, event);
  }
  const message = `Answered with ${response.describe()}; expected ${wanted}.`;
  return response.isError
    ? brokenBut(REFUSALS, message, response, event)
    : broken(message, response, event);
}

/** Requirements that any error keeps; others name the error. */
const REFUSALS = [
  "CORE-METHODS",
  "ERRORS",
  "INPUT-VALIDATED",
  "OPERATION-NAMES",
  "REQUIRED-FIELDS-VALIDATED",
  "SEND-FINISHED",
  "SUBSCRIBE-FINISHED",
];

/** Kept if the response is any error: where the texts do not name one. */
export function expectAnyError(response: Response, what: string): Judgement {
  requireAccess(response);
  const event = response.find("error")?.n ?? null;
  if (response.isError) return kept(`Answered with ${response.describe()}.`, response, event);
  return broken(`${what} was answered with ${response.describe()}; expected an error.`, response);
}
