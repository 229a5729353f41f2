/**
 * Errors that the user sees, and the one wrapper by which routes return them. File system error
 * codes become plain messages.
 */
import type { ApiErrorBody } from "../../api/api-types.ts";

const STATUS = {
  "bad-request": 400,
  "unknown-recording": 404,
  "not-found": 404,
  "newer-version": 409,
  "read-only": 409,
  live: 409,
  "cut-short": 413,
  failed: 500,
  "library-full": 507,
  "disk-full": 507,
} as const;

export type ApiErrorCode = keyof typeof STATUS;

/** Next.js loads this module more than once: errors of one copy are errors for the others. */
const API_ERROR = Symbol.for("loupe.api-error");

export class ApiError extends Error {
  readonly [API_ERROR] = true;
  readonly code: ApiErrorCode;
  readonly hint: string | undefined;

  constructor(code: ApiErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && API_ERROR in value;
  }

  toResponse(): Response {
    const { code, message, hint } = this;
    const body: ApiErrorBody = {
      error: { code, by: "loupe", message, ...(hint !== undefined && { hint }) },
    };
    return Response.json(body, { status: STATUS[code] });
  }
}

const FULL_DISK_HINT = "Free up space there; nothing recorded so far is lost.";
const ACCESS_HINT = "Give Loupe write access to it, or set LOUPE_DATA to another folder.";

const FILE_ERROR_MESSAGES: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ENOSPC: ["The disk that holds the data folder is full.", FULL_DISK_HINT],
  EDQUOT: ["The disk quota of the data folder is used up.", FULL_DISK_HINT],
  EFBIG: ["The recording's file has reached the maximum file size.", "Start a new recording."],
  EACCES: [
    "Loupe has no permission to write to the data folder or to read its files.",
    ACCESS_HINT,
  ],
  EPERM: ["Loupe has no permission to write to the data folder or to read its files.", ACCESS_HINT],
  EROFS: ["The data folder is on a read-only disk.", ACCESS_HINT],
  ENOENT: ["A file in the data folder is missing: it was deleted or moved."],
  ENOTDIR: ["The path of the data folder is a file, not a folder.", ACCESS_HINT],
  EMFILE: ["Too many files are open.", "Stop some exchanges, or raise the limit (ulimit -n)."],
  ENFILE: ["Too many files are open on this machine.", "Close some programs."],
  EIO: ["The disk that holds the data folder reports an error."],
};

const FULL_DISK_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** For a folder on a read-only disk, `mkdir` says that it does not exist. */
const MISSING_FOLDER_MESSAGE = [
  "The data folder can't be created: its disk is read-only, or was removed.",
  ACCESS_HINT,
] as const;

/** Turns any thrown value into an error with a readable message. */
export function toReadableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "syscall" in error && "code" in error ? String(error.code) : "";
  const isMissingFolder = code === "ENOENT" && "syscall" in error && error.syscall === "mkdir";
  const [message, hint] = isMissingFolder
    ? MISSING_FOLDER_MESSAGE
    : (FILE_ERROR_MESSAGES[code] ?? []);
  if (message === undefined) return error;
  return new ApiError(FULL_DISK_CODES.has(code) ? "disk-full" : "failed", message, hint);
}

/** The message of an error, followed by its hint if it has one. */
export function formatError(error: unknown): string {
  const problem = toReadableError(error);
  const hint = problem instanceof ApiError ? problem.hint : undefined;
  return hint === undefined ? problem.message : `${problem.message} ${hint}`;
}

/** Wraps a route handler: whatever it throws is returned as an `ApiErrorBody`. */
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
