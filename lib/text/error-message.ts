/** Messages of what was thrown. */

/** Whatever was thrown, which may be something else than an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Why a connection failed. If several addresses of a host were tried, Node.js throws an error without
 * a message that has those of the addresses: the first of them speaks for all.
 */
export function getConnectionFailure(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  const message = getErrorMessage(error) || (first instanceof Error ? first.message : "");
  if (message !== "" || !(error instanceof Error)) return message;
  return "code" in error ? String(error.code) : error.name;
}
