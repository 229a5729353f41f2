/**
 * Rewrites the addresses in an agent card in protobuf, and removes its signatures, which then would be
 * wrong.
 *
 * **Guarantees:** every other field stays byte for byte, also unknown ones; a card without a URL that
 * is mapped, or with malformed bytes, is not changed at all.
 */

import { decodeStrict } from "../../text/utf8.ts";
import type { CardEdit } from "../card/rewrite-card.ts";
import type { GrpcVersion } from "./packages.ts";
import { BYTES, forEachField, type RawField } from "./wire-format.ts";
import { joinChunks, writeSized, writeText } from "./write-fields.ts";

interface CardFields {
  /** Its own URL; `null` if it has none. */
  readonly url: number | null;
  readonly interfaces: number;
  readonly interfacesName: string;
  readonly signatures: number;
}

/** Numbers of the fields in `AgentCard`. */
const CARD_FIELDS: Readonly<Record<GrpcVersion, CardFields>> = {
  "0.3": { url: 3, interfaces: 15, interfacesName: "additionalInterfaces", signatures: 17 },
  "1.0": { url: null, interfaces: 3, interfacesName: "supportedInterfaces", signatures: 13 },
};
const INTERFACE_URL = 1;

interface RewrittenCardMessage {
  /** The URLs of all interfaces, as the agent sent them. */
  readonly urls: readonly string[];
  readonly changes: readonly CardEdit[];
  /** The message; `null` if nothing changes. */
  readonly bytes: Uint8Array | null;
}

/** `mapUrl` returns the new URL, or `null` for one that stays. */
export function rewriteCardMessage(
  card: Uint8Array,
  version: GrpcVersion,
  mapUrl: (url: string) => string | null,
): RewrittenCardMessage {
  const known = CARD_FIELDS[version];
  const urls: string[] = [];
  const changes: CardEdit[] = [];
  const rewriteUrl = (bytes: Uint8Array, { number, from, to }: RawField, path: string) => {
    const url = decodeStrict(bytes.subarray(from, to));
    if (url === null) return null;
    urls.push(url);
    const mapped = mapUrl(url);
    if (mapped === null || mapped === url) return null;
    changes.push({ path, from: url, to: mapped });
    return writeText(number, mapped);
  };
  let interfaceCount = 0;
  const rewriteInterface = (field: RawField) => {
    const path = `/${known.interfacesName}/${interfaceCount}/url`;
    interfaceCount += 1;
    const bytes = card.subarray(field.from, field.to);
    const content = rewriteFields(bytes, (inner) =>
      inner.number === INTERFACE_URL ? rewriteUrl(bytes, inner, path) : null,
    );
    return content && writeSized(field.number, content);
  };
  const removed: CardEdit[] = [];
  const chunks = rewriteFields(card, (field) => {
    if (field.number === known.url) return rewriteUrl(card, field, "/url");
    if (field.number === known.interfaces) return rewriteInterface(field);
    if (field.number !== known.signatures) return null;
    removed.push({ path: `/signatures/${removed.length}`, from: "", to: null });
    return [];
  });
  if (!chunks || changes.length === 0) return { urls, changes: [], bytes: null };
  return { urls, changes: [...changes, ...removed], bytes: joinChunks(chunks) };
}

/** `null` if a field is malformed. `rewrite` returns `null` for a field that stays. */
function rewriteFields(
  bytes: Uint8Array,
  rewrite: (field: RawField) => readonly Uint8Array[] | null,
): Uint8Array[] | null {
  const chunks: Uint8Array[] = [];
  const issue = forEachField(bytes, 0, bytes.length, (field) => {
    const rewritten = field.wire === BYTES ? rewrite(field) : null;
    chunks.push(...(rewritten ?? [bytes.subarray(field.tag, field.to)]));
  });
  return issue ? null : chunks;
}
