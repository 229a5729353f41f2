// Decides which URLs of an agent may become links: only http, https and mailto, without hidden
// characters or credentials.

interface SafeLink {
  href: string;
  /** The host in punycode, which reveals look-alike letters. */
  host: string;
}

const SAFE_SCHEMES = new Set(["http:", "https:", "mailto:"]);

export function parseSafeLink(url: string): SafeLink | undefined {
  // Browsers ignore tabs and newlines inside a scheme, so such URLs are rejected.
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

/** Whether a link's text shows another host than its target. */
export function isMisleading(text: string, link: SafeLink): boolean {
  const named =
    /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?)(?:[/?#]|\s*$)/iu.exec(
      text,
    );
  if (!named?.[1] || link.host === "") return false;
  const host = parseUrlOrNull(`http://${named[1]}`)?.host;
  return host !== undefined && host.replace(/^www\./, "") !== link.host.replace(/^www\./, "");
}
