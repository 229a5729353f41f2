/** How far one exchange goes, and whose limit that is. */
import {
  describeLimitSource,
  formatLimit,
  type LimitName,
  type LimitValues,
} from "../wire/limits.ts";

export interface Bound {
  readonly value: number;
  /** The limit that it is; absent: this kind of request always has it. */
  readonly limit?: LimitName;
}

export interface Bounds {
  /** Bytes of an answer. */
  readonly answer: Bound;
  /** Milliseconds until a connection stands. */
  readonly connect: Bound;
  /** Milliseconds without anything. */
  readonly silence: Bound;
}

const by = (values: LimitValues, limit: LimitName): Bound => ({ value: values[limit], limit });

export function callBounds(values: LimitValues): Bounds {
  return {
    answer: by(values, "answerBytes"),
    connect: by(values, "connectMs"),
    silence: by(values, "silenceMs"),
  };
}

/** Of an agent that is only looked up. */
export function cardBounds(values: LimitValues): Bounds {
  return {
    answer: by(values, "cardBytes"),
    connect: by(values, "connectMs"),
    silence: by(values, "cardSilenceMs"),
  };
}

/** `1 MB, Loupe's limit “Longest answer”, which is set …` */
export function boundInWords({ value, limit }: Bound, unit: "bytes" | "ms"): string {
  const like = limit ?? (unit === "bytes" ? "answerBytes" : "silenceMs");
  const words = formatLimit(like, value);
  return limit === undefined ? words : `${words}, ${describeLimitSource(limit)}`;
}
