/**
 * Trace and span ids derived from a recording: the same recording always gives the same ids, so that
 * a backend recognizes what it already has.
 *
 * The hash is FNV-1a. It need not resist attacks, only spread well and be the same everywhere.
 */

const PRIME_128 = (1n << 88n) + 0x13bn;
const OFFSET_128 = 0x6c62272e07bb014262b821756295c58dn;
const PRIME_64 = (1n << 40n) + 0x1b3n;
const OFFSET_64 = 0xcbf29ce484222325n;

const UTF8 = new TextEncoder();

export function hash128(text: string): string {
  return hash(text, OFFSET_128, PRIME_128, 128);
}

export function hash64(text: string): string {
  return hash(text, OFFSET_64, PRIME_64, 64);
}

function hash(text: string, offset: bigint, prime: bigint, bits: number): string {
  let value = offset;
  for (const byte of UTF8.encode(text)) {
    value = BigInt.asUintN(bits, (value ^ BigInt(byte)) * prime);
  }
  return value.toString(16).padStart(bits / 4, "0");
}

/** Ids of all zeros are invalid. */
const toValidId = (id: string) => (/^0+$/.test(id) ? id.replace(/0$/, "1") : id);

export function deriveTraceId(recordingKey: string): string {
  return toValidId(hash128(`loupe trace\n${recordingKey}`));
}

/** `what` names the span within its recording, for example an exchange or a tool call. */
export function deriveSpanId(recordingKey: string, what: string): string {
  return toValidId(hash64(`loupe span\n${what}\n${recordingKey}`));
}
