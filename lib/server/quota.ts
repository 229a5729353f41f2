/**
 * Whether there is room for more recordings. Having none deletes nothing and stops nothing that
 * runs: only what would begin something new is refused, until the limit is raised or something
 * deleted.
 */
import { formatLimit } from "../wire/limits.ts";
import { ApiError } from "./api-error.ts";

/** Refuses what would be over the limit, in words that say what to do. */
export function checkQuota(used: number, more: number, limit: number): void {
  if (used + more <= limit && used < limit) return;
  throw new ApiError(
    "library-full",
    `The recordings take ${formatSize(used)} and may take ${formatLimit("libraryBytes", limit)}${
      more > 0 && used < limit ? `; this would be ${formatSize(more)} more` : ""
    }. Nothing was begun.`,
    "Raise the limit or delete recordings in the library; nothing is deleted by itself.",
  );
}

function formatSize(bytes: number): string {
  if (bytes >= 1e9) return `${Number((bytes / 1e9).toPrecision(3))} GB`;
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
