/** `google.protobuf.Timestamp` and its JSON, a date and time of ISO 8601 in UTC. */

interface ProtobufTimestamp {
  readonly seconds?: unknown;
  readonly nanos?: unknown;
}

/** With three, six or nine digits of a second, as many as it needs; as it is where no date can say it. */
export function formatProtobufTimestamp(said: ProtobufTimestamp): unknown {
  const seconds = Number(said.seconds ?? 0);
  const nanos = Number(said.nanos ?? 0);
  const date = new Date(seconds * 1000);
  const isDate = !Number.isNaN(date.getTime()) && /^\d{4}-/.test(date.toISOString());
  if (!isDate || nanos < 0 || nanos > 999_999_999) return said;
  const digits = String(nanos)
    .padStart(9, "0")
    .replace(/(?:000){0,2}$/, "");
  const whole = date.toISOString().slice(0, 19);
  return nanos === 0 ? `${whole}Z` : `${whole}.${digits}Z`;
}

const TIME = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|z|[+-]\d\d:\d\d)$/;

/** `null` for a text that is no time. */
export function parseProtobufTimestamp(text: string): { seconds: bigint; nanos: number } | null {
  const [, whole = "", fraction = "", zone = ""] = TIME.exec(text) ?? [];
  const milliseconds = Date.parse(`${whole.replace(" ", "T")}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return null;
  return { seconds: BigInt(milliseconds / 1000), nanos: Number(fraction.padEnd(9, "0")) };
}
