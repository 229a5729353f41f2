/**
 * Content-Security-Policy for the pages of Loupe. Every other response has the stricter policy that
 * `scripts/gate.cjs` sets.
 */

/** `hashes` are those of the inline scripts that the build wrote into the static pages. */
export function createPagePolicy(hashes: readonly string[], development: boolean): string {
  const scripts = development
    ? ["'unsafe-inline'", "'unsafe-eval'"]
    : hashes.map((hash) => `'${hash}'`);
  const directives: readonly (readonly [name: string, ...sources: string[]])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scripts],
    ["style-src", "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ["connect-src", "'self'"],
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
