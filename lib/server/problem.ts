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

export type ProblemCode = keyof typeof STATUS;

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly hint: string | undefined;

  constructor(code: ProblemCode, message: string, hint?: string) {
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

const ROOM = "Make room there; nothing that was recorded before is lost.";
const ACCESS = "Let whoever runs Loupe write there, or name another folder in LOUPE_DATA.";

const OF_FILES: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ENOSPC: ["The disk that the data folder is on is full.", ROOM],
  EDQUOT: ["The disk quota of the data folder is used up.", ROOM],
  EFBIG: ["The recording's file may not grow any further here.", "Begin a new recording."],
  EACCES: ["Loupe may not write to the data folder, or not read what is in it.", ACCESS],
  EPERM: ["Loupe may not write to the data folder, or not read what is in it.", ACCESS],
  EROFS: ["The data folder is on a disk that can only be read.", ACCESS],
  ENOENT: ["A file of the data folder is gone: somebody else has deleted or moved it."],
  ENOTDIR: ["Where the data folder should be is a file.", ACCESS],
  EMFILE: ["Too many files are open.", "Stop some exchanges, or raise the limit (ulimit -n)."],
  ENFILE: ["Too many files are open on this machine.", "Close some programs."],
  EIO: ["The disk that the data folder is on reports an error."],
};

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** An error as people are told it. */
export function asTold(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "syscall" in error && "code" in error ? String(error.code) : "";
  const [message, hint] = OF_FILES[code] ?? [];
  if (message === undefined) return error;
  return new Problem(FULL.has(code) ? "disk-full" : "failed", message, hint);
}

/** With what would help, in one text. */
export function explained(error: unknown): string {
  const problem = asTold(error);
  const hint = problem instanceof Problem ? problem.hint : undefined;
  return hint === undefined ? problem.message : `${problem.message} ${hint}`;
}

/** A route handler that answers whatever is thrown in it as a `ServiceError`. */
export function answering<Rest extends readonly unknown[]>(
  handle: (request: Request, ...rest: Rest) => Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    try {
      return await handle(request, ...rest);
    } catch (error) {
      const problem = asTold(error);
      if (problem instanceof Problem) return problem.toResponse();
      return new Problem("failed", problem.message).toResponse();
    }
  };
}
