// Which of an agent's URLs may become links: http, https and mailto, nothing else and nothing hidden.

export interface SafeLink {
  href: string;
  /** The host it leads to, spelled so that look-alike letters show. */
  host: string;
}

const SAFE_SCHEMES = new Set(["http:", "https:", "mailto:"]);

export function parseSafeLink(url: string): SafeLink | undefined {
  // A browser drops tabs and newlines inside a scheme, so what holds any is not taken at its word.
  if (!/^(?:https?:\/\/|mailto:)[^\s\p{Cc}\p{Cf}]+$/iu.test(url)) return undefined;
  const parsed = parseUrlOrNull(url);
  if (!parsed || !SAFE_SCHEMES.has(parsed.protocol)) return undefined;
  if (parsed.username !== "" || parsed.password !== "") return undefined;
  return { href: parsed.href, host: parsed.host };
}

function parseUrlOrNull(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/** Whether a link's text names another host than the one it leads to. */
export function isMisleading(text: string, link: SafeLink): boolean {
  const named =
    /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?)(?:[/?#]|\s*$)/iu.exec(
      text,
    );
  if (!named?.[1] || link.host === "") return false;
  const host = parseUrlOrNull(`http://${named[1]}`)?.host;
  return host !== undefined && host.replace(/^www\./, "") !== link.host.replace(/^www\./, "");
}
