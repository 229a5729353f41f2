/** Reads the few members that Loupe needs of the XML that S3-compatible stores respond with. */

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** Continues the list; `null` at its end. */
  readonly next: string | null;
}

/** `null` if it is no list. */
export function parseListPage(xml: string): ListPage | null {
  if (!xml.includes("<ListBucketResult")) return null;
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, item = ""]) => ({
    key: getText(item, "Key") ?? "",
    size: Number(getText(item, "Size")),
    etag: getText(item, "ETag") ?? "",
  }));
  const isTruncated = getText(xml, "IsTruncated") === "true";
  return { objects, next: isTruncated ? getText(xml, "NextContinuationToken") : null };
}

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
