/**
 * How much Loupe reads of the shared store, to which others can write. What exceeds a limit is
 * reported and left alone.
 */

const MB = 1 << 20;

export const STORE_LIMITS = {
  /** The entry of a log of 80 GB. */
  entryBytes: 2 * MB,
  metadataBytes: 16 * MB,
  /** Packed, and unpacked. */
  analysisBytes: 16 * MB,
  analysisTextBytes: 64 * MB,
  /** One block of a log, unpacked: one line, if that is longer than a block. */
  blockBytes: 64 * MB,
  /** How many times longer than packed a long block may be. Logs of tokens reach 60. */
  expansion: 200,
  /** Below this size, a block may be any number of times longer. */
  freeBlockBytes: 2 * MB,
  errorBytes: 64 << 10,
  /** One page of a list. */
  listPageBytes: 4 * MB,
  /** All pages of a list. */
  listBytes: 64 * MB,
  listPages: 1000,
  /** All entries that are listed, without the places of their blocks. */
  indexBytes: 128 * MB,
  /** Everything that is being unpacked, by all readers together. */
  unpackedBytes: 192 * MB,
} as const;

export function isPlausibleBlock({
  bytes,
  packedBytes,
}: {
  readonly bytes: number;
  readonly packedBytes: number;
}): boolean {
  if (bytes > STORE_LIMITS.blockBytes || packedBytes > STORE_LIMITS.blockBytes) return false;
  return bytes <= STORE_LIMITS.freeBlockBytes || bytes <= packedBytes * STORE_LIMITS.expansion;
}
