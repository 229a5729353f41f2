/** Pages of the list of recordings. */

import { OperationError } from "./operation.ts";

/** The cursor is the ID of the last listed recording, because new ones come first. */
export function takeRecordingPage<Recording extends { readonly id: string }>(
  found: readonly Recording[],
  limit: number,
  cursor: string | undefined,
): { page: readonly Recording[]; nextCursor: string | null } {
  const last = cursor === undefined ? -1 : found.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last < 0) {
    throw new OperationError("The cursor is not one of this list. Start without a cursor.");
  }
  const page = found.slice(last + 1, last + 1 + limit);
  const hasMore = last + 1 + limit < found.length;
  return { page, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null };
}
