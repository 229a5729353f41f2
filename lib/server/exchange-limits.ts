/** How far one exchange goes, and whose limit that is. */
import {
  describeLimitSource,
  formatLimit,
  type LimitName,
  type LimitValues,
} from "../wire/limits.ts";

export interface ExchangeLimit {
  readonly value: number;
  /** The limit that it is; absent: this kind of request always has it. */
  readonly name?: LimitName;
}

export interface ExchangeLimits {
  /** Bytes of an answer. */
  readonly response: ExchangeLimit;
  /** Milliseconds until a connection stands. */
  readonly connect: ExchangeLimit;
  /** Milliseconds without anything. */
  readonly idle: ExchangeLimit;
}

const createLimit = (values: LimitValues, limit: LimitName): ExchangeLimit => ({
  value: values[limit],
  name: limit,
});

export function getCallLimits(values: LimitValues): ExchangeLimits {
  return {
    response: createLimit(values, "answerBytes"),
    connect: createLimit(values, "connectMs"),
    idle: createLimit(values, "silenceMs"),
  };
}

/** Of an agent that is only looked up. */
export function getCardLimits(values: LimitValues): ExchangeLimits {
  return {
    response: createLimit(values, "cardBytes"),
    connect: createLimit(values, "connectMs"),
    idle: createLimit(values, "cardSilenceMs"),
  };
}

/** `1 MB, Loupe's limit “Response size” (change it …)` */
export function formatExchangeLimit(
  { value, name: limit }: ExchangeLimit,
  unit: "bytes" | "ms",
): string {
  const like = limit ?? (unit === "bytes" ? "answerBytes" : "silenceMs");
  const words = formatLimit(like, value);
  return limit === undefined ? words : `${words}, ${describeLimitSource(limit)}`;
}
