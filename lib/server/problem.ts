/**
 * An error the user is told about, and the one way in which routes tell it.
 */
import type { ServiceError } from "../wire/service.ts";

const STATUS = {
  "bad-request": 400,
  "unknown-recording": 404,
  "not-found": 404,
  "newer-version": 409,
  "cut-short": 413,
  failed: 500,
  "library-full": 507,
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
    const body: ServiceError = {
      error: { code, by: "loupe", message, ...(hint !== undefined && { hint }) },
    };
    return Response.json(body, { status: STATUS[code] });
  }
}

/** A route handler that answers whatever is thrown in it as a `ServiceError`. */
export function answering<Rest extends readonly unknown[]>(
  handle: (request: Request, ...rest: Rest) => Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    try {
      return await handle(request, ...rest);
    } catch (error) {
      if (error instanceof Problem) return error.toResponse();
      const message = error instanceof Error ? error.message : String(error);
      return new Problem("failed", message).toResponse();
    }
  };
}
