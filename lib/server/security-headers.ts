/**
 * The policy that tells the browser what a page of Loupe may do: next to nothing. Every other
 * answer has the stricter one that `scripts/gate.cjs` puts on all of them.
 */

/** For pages. `hashes` are those of the inline scripts that the build put into the static pages. */
export function createPagePolicy(hashes: readonly string[], development: boolean): string {
  const scripts = development
    ? ["'unsafe-inline'", "'unsafe-eval'"]
    : hashes.map((hash) => `'${hash}'`);
  const directives: readonly (readonly [name: string, ...sources: string[]])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scripts],
    ["style-src", "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    // A log in a file is read again from a blob of it.
    ["connect-src", "'self'", "blob:"],
    ["img-src", "'self'", "data:", "blob:"],
    ["media-src", "data:", "blob:"],
    ["font-src", "'self'"],
    ["frame-src", "blob:"],
    ["worker-src", "'self'", "blob:"],
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["frame-ancestors", "'none'"],
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}
