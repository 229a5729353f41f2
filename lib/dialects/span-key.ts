/** Keys of the lines that show spans: of the heading of a call, and of each span. */

export const getSpansKey = (exchange: number): string => `spans ${exchange}`;
export const getSpanKey = (exchange: number, span: number): string => `span ${exchange} ${span}`;

/** The exchange and the span that a key names; `null` if it names something else. */
export function parseSpanKey(key: string): { exchange: number; span: number } | null {
  const [, exchange, span] = /^span (\d+) (\d+)$/.exec(key) ?? [];
  return exchange === undefined ? null : { exchange: Number(exchange), span: Number(span) };
}
