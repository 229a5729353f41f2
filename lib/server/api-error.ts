/**
 * An error the user is told about, and the one way in which routes tell it. What a file system
 * says in codes is told in words.
 */
import type { ApiErrorBody } from "../wire/api-types.ts";

const STATUS = {
  "bad-request": 400,
  "unknown-recording": 404,
  "not-found": 404,
  "newer-version": 409,
  "cut-short": 413,
  failed: 500,
  "library-full": 507,
  "disk-full": 507,
} as const;

export type ApiErrorCode = keyof typeof STATUS;

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly hint: string | undefined;

  constructor(code: ApiErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  toResponse(): Response {
    const { code, message, hint } = this;
    const body: ApiErrorBody = {
      error: { code, by: "loupe", message, ...(hint !== undefined && { hint }) },
    };
    return Response.json(body, { status: STATUS[code] });
  }
}

const FULL_DISK_HINT = "Make room there; nothing that was recorded before is lost.";
const ACCESS_HINT = "Let whoever runs Loupe write there, or name another folder in LOUPE_DATA.";

const FILE_ERROR_MESSAGES: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ENOSPC: ["The disk that the data folder is on is full.", FULL_DISK_HINT],
  EDQUOT: ["The disk quota of the data folder is used up.", FULL_DISK_HINT],
  EFBIG: ["The recording's file may not grow any further here.", "Begin a new recording."],
  EACCES: ["Loupe may not write to the data folder, or not read what is in it.", ACCESS_HINT],
  EPERM: ["Loupe may not write to the data folder, or not read what is in it.", ACCESS_HINT],
  EROFS: ["The data folder is on a disk that can only be read.", ACCESS_HINT],
  ENOENT: ["A file of the data folder is gone: somebody else has deleted or moved it."],
  ENOTDIR: ["Where the data folder should be is a file.", ACCESS_HINT],
  EMFILE: ["Too many files are open.", "Stop some exchanges, or raise the limit (ulimit -n)."],
  ENFILE: ["Too many files are open on this machine.", "Close some programs."],
  EIO: ["The disk that the data folder is on reports an error."],
};

const FULL_DISK_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** An error as people are told it. */
export function toReadableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "syscall" in error && "code" in error ? String(error.code) : "";
  const [message, hint] = FILE_ERROR_MESSAGES[code] ?? [];
  if (message === undefined) return error;
  return new ApiError(FULL_DISK_CODES.has(code) ? "disk-full" : "failed", message, hint);
}

/** With what would help, in one text. */
export function formatError(error: unknown): string {
  const problem = toReadableError(error);
  const hint = problem instanceof ApiError ? problem.hint : undefined;
  return hint === undefined ? problem.message : `${problem.message} ${hint}`;
}

/** A route handler that answers whatever is thrown in it as a `ServiceError`. */
export function handleErrors<Rest extends readonly unknown[]>(
  handle: (request: Request, ...rest: Rest) => Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    try {
      return await handle(request, ...rest);
    } catch (error) {
      const problem = toReadableError(error);
      if (problem instanceof ApiError) return problem.toResponse();
      return new ApiError("failed", problem.message).toResponse();
    }
  };
}
