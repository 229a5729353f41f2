/** Extensions that nobody here knows: known by their URI, called by the end of it. */

/** `https://…`, `urn:…`, or a host and a path without a scheme, as some write it. */
export const EXTENSION_URI = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/.|urn:.|[\w-]+(?:\.[\w-]+)+\/.)/i;

/** The last two segments of its path; of a short one the host too. */
export function getExtensionTitle(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[?#].*$/, "");
  const segments = path.split("/").filter(Boolean);
  return segments.slice(-2).join("/") || uri;
}
