/** Parts of the input and output schemas that several operations share. */

import { z } from "zod";
import type { AuthenticationReport } from "../report/authentication-report.ts";
import { toPrintableLine } from "../report/printable.ts";
import { OperationError } from "./operation.ts";

/** Text from an agent, a log or a card. Described unless its name says what it is. */
export const untrusted = (description = "") =>
  z.string().describe(`Untrusted. ${description}`.replace(/\. $/, ""));

export const RUN = z
  .string()
  .min(1)
  .describe("ID of a recording (see list_runs), or path of a log file");

export const createLimit = (fallback: number, what: string) =>
  z.int().min(1).max(1000).default(fallback).describe(`The maximum number of ${what}`);

export const CURSOR = z
  .string()
  .optional()
  .describe("nextCursor of the previous page; absent for the first page");

/** `null` on the last page. */
export const NEXT_CURSOR = z.string().nullable();

export const SEVERITY = z.enum(["error", "warning", "info"]);

/** What a response that rejects its caller asks for, and what the card accepts. */
export const AUTHENTICATION = z
  .array(untrusted())
  .optional()
  .describe("What a 401 or 403 asks for, and what the card accepts");

const SENTENCE_LENGTH = 400;

/** The member `authentication`, if there is something to say. */
export const describeAuthentication = (report: AuthenticationReport | undefined) =>
  report && { authentication: report.text.map((line) => toPrintableLine(line, SENTENCE_LENGTH)) };

export const ADDRESS = z.string().min(1).describe("The agent: a URL, or a host and port");

/** The position that a cursor stands for. */
export function parseCursor(cursor: string | undefined, most: number): number {
  if (cursor === undefined) return 0;
  const position = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (position <= most) return position;
  throw new OperationError("The cursor is not one of this list. Start without a cursor.");
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** One page of a list whose cursor is a position. */
export function takePage<Item>(
  all: readonly Item[],
  limit: number,
  cursor: string | undefined,
): Page<Item> {
  const from = parseCursor(cursor, all.length);
  const to = from + limit;
  return { items: all.slice(from, to), nextCursor: to < all.length ? String(to) : null };
}
