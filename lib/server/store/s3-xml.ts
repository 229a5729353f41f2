/** Reads the few members that Loupe needs of the XML that S3-compatible stores respond with. */

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Continues the list; `null` at its end. */
  readonly next: string | null;
}

/** `null` if it is no list, or one that breaks off. Takes time in proportion to its length. */
export function parseListPage(xml: string): ListPage | null {
  if (!xml.includes("<ListBucketResult")) return null;
  const objects: ListedObject[] = [];
  for (let at = 0; ; ) {
    const start = xml.indexOf(OPENING, at);
    if (start < 0) break;
    const end = xml.indexOf(CLOSING, start);
    if (end < 0) return null;
    const item = xml.slice(start + OPENING.length, end);
    objects.push({
      key: getText(item, "Key") ?? "",
      size: Number(getText(item, "Size")),
      etag: getText(item, "ETag") ?? "",
    });
    at = end + CLOSING.length;
  }
  const isTruncated = getText(xml, "IsTruncated") === "true";
  return { objects, next: isTruncated ? getText(xml, "NextContinuationToken") : null };
}

const OPENING = "<Contents>";
const CLOSING = "</Contents>";

export function parseErrorCode(xml: string): string | null {
  const code = getText(xml, "Code");
  return code !== null && /^\w{1,60}$/.test(code) ? code : null;
}

function getText(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text === undefined ? null : decodeEntities(text);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
