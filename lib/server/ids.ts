/**
 * Ids of recordings, exchanges, notes and inboxes. Only the server creates them.
 *
 * Guarantees: an id that passes its check is one path segment of harmless characters; recording ids
 * sort by start time.
 */
import { randomBytes, randomInt } from "node:crypto";

const RECORDING_ID = /^\d{8}-\d{6}-[a-z0-9]{6}$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** `20261120-094501-k3x9qa`. */
export function createRecordingId(now: Date): string {
  const digits = now.toISOString().replace(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${createRandomLetters(6)}`;
}

export function isRecordingId(text: string): boolean {
  return RECORDING_ID.test(text);
}

export function createExchangeId(): string {
  return `x-${createRandomLetters(8)}`;
}

export function createNoteId(): string {
  return `n-${createRandomLetters(8)}`;
}

/** Creates a key that cannot be guessed. */
export function createInboxKey(): string {
  return randomBytes(18).toString("base64url");
}

function createRandomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
