// The address of an inbox as agents reach it, which may be another than the one the browser uses.

/** Why this cannot stand before an inbox's path; `null` where it can, or where nothing does. */
export function getBaseUrlError(base: string): string | null {
  const text = base.trim();
  if (text === "") return null;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return "The whole address, with http:// or https://.";
  }
  const { search, hash, username, password } = new URL(text);
  const isPlain = search === "" && hash === "" && username === "" && password === "";
  return isPlain
    ? null
    : "Only host, port and perhaps a path: nothing after a ? or #, and no name.";
}

/** `url` is how the server itself would put it. */
export function getInboxUrl({ url, path }: { url: string; path: string }, base: string): string {
  const text = base.trim();
  if (text === "" || getBaseUrlError(text) !== null) return url;
  return text.replace(/\/+$/, "") + path;
}
