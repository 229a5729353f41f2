/**
 * Check of the library's size limit. A full library deletes and stops nothing: only new recordings
 * are refused, until the limit is raised or recordings are deleted.
 */
import { formatLimit } from "../../api/limits.ts";
import { ApiError } from "../http/api-error.ts";

/** Throws an error with a hint if the library is full or `more` bytes do not fit. */
export function checkQuota(used: number, more: number, limit: number): void {
  if (used + more <= limit && used < limit) return;
  throw new ApiError(
    "library-full",
    `The recordings use ${formatSize(used)} of the library's ${formatLimit("libraryBytes", limit)}${
      more > 0 && used < limit ? `, and this one needs ${formatSize(more)} more` : ""
    }. Nothing was started.`,
    "Raise the limit or delete recordings in the library. Loupe deletes none by itself.",
  );
}

function formatSize(bytes: number): string {
  if (bytes >= 1e9) return `${Number((bytes / 1e9).toPrecision(3))} GB`;
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}
