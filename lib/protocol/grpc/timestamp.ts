/** Converts `google.protobuf.Timestamp` to and from JSON, an ISO 8601 date and time in UTC. */

interface ProtobufTimestamp {
  readonly seconds?: unknown;
  readonly nanos?: unknown;
}

/** Uses three, six or nine fractional digits as needed; returns it unchanged if out of range. */
export function formatProtobufTimestamp(timestamp: ProtobufTimestamp): unknown {
  const seconds = Number(timestamp.seconds ?? 0);
  const nanos = Number(timestamp.nanos ?? 0);
  const date = new Date(seconds * 1000);
  const isDate = !Number.isNaN(date.getTime()) && /^\d{4}-/.test(date.toISOString());
  if (!isDate || nanos < 0 || nanos > 999_999_999) return timestamp;
  const digits = String(nanos)
    .padStart(9, "0")
    .replace(/(?:000){0,2}$/, "");
  const whole = date.toISOString().slice(0, 19);
  return nanos === 0 ? `${whole}Z` : `${whole}.${digits}Z`;
}

const TIME = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|z|[+-]\d\d:\d\d)$/;

/** `null` if the text is not a time. */
export function parseProtobufTimestamp(text: string): { seconds: bigint; nanos: number } | null {
  const [, whole = "", fraction = "", zone = ""] = TIME.exec(text) ?? [];
  const milliseconds = Date.parse(`${whole.replace(" ", "T")}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return null;
  return { seconds: BigInt(milliseconds / 1000), nanos: Number(fraction.padEnd(9, "0")) };
}
