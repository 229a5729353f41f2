/** Limits of one exchange, each with the setting it comes from. */
import {
  describeLimitSource,
  formatLimit,
  type LimitName,
  type LimitValues,
} from "../../api/limits.ts";

export interface ExchangeLimit {
  readonly value: number;
  /** The setting it comes from; absent for a fixed limit of this kind of request. */
  readonly name?: LimitName;
}

export interface ExchangeLimits {
  /** Bytes of a response. */
  readonly response: ExchangeLimit;
  /** Milliseconds until the connection is established. */
  readonly connect: ExchangeLimit;
  /** Milliseconds without data. */
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

/** Limits for an agent card lookup. */
export function getCardLimits(values: LimitValues): ExchangeLimits {
  return {
    response: createLimit(values, "cardBytes"),
    connect: createLimit(values, "connectMs"),
    idle: createLimit(values, "cardSilenceMs"),
  };
}

/** `1 MB, Loupe's limit “Response size” (change it …)`, or only the value of a fixed limit. */
export function formatExchangeLimit(
  { value, name: limit }: ExchangeLimit,
  unit: "bytes" | "ms",
): string {
  const formatAs = limit ?? (unit === "bytes" ? "answerBytes" : "silenceMs");
  const text = formatLimit(formatAs, value);
  return limit === undefined ? text : `${text}, ${describeLimitSource(limit)}`;
}
