// The URL of an inbox as agents reach it, which may differ from the one that the browser uses.

/** The error of a base URL for inboxes. `null` if it is valid or empty. */
export function getBaseUrlError(base: string): string | null {
  const text = base.trim();
  if (text === "") return null;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return "Enter a full URL with http:// or https://.";
  }
  const { search, hash, username, password } = new URL(text);
  const isPlain = search === "" && hash === "" && username === "" && password === "";
  return isPlain
    ? null
    : "Enter only host, port and an optional path: no query, fragment or user name.";
}

/** `url` is the URL from the server, used if there is no valid base. */
export function getInboxUrl({ url, path }: { url: string; path: string }, base: string): string {
  const text = base.trim();
  if (text === "" || getBaseUrlError(text) !== null) return url;
  return text.replace(/\/+$/, "") + path;
}
