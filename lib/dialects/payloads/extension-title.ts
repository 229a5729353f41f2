/** Titles of unknown extensions, derived from the end of their URI. */

/** `https://…`, `urn:…`, or a host and path without a scheme, as some agents send it. */
export const EXTENSION_URI = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/.|urn:.|[\w-]+(?:\.[\w-]+)+\/.)/i;

/** The last two segments of the path; for a short path, the host as well. */
export function getExtensionTitle(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[?#].*$/, "");
  const segments = path.split("/").filter(Boolean);
  return segments.slice(-2).join("/") || uri;
}
