/** Which variants of a response break a client. */

import { formatPlural } from "../text/plural.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { HeaderList } from "../wire/record.ts";
import type { ClientDifference, ClientVerdict, ExchangeResult } from "./client-result.ts";

/** The smallest response found that breaks the client. */
export interface SmallestResponse {
  readonly headers: HeaderList;
  /** The body, as text. */
  readonly body: string;
  readonly bytes: number;
  /** The sizes of the writes, if they are what breaks it. */
  readonly writes: readonly number[];
}

/** `146 bytes of text/event-stream in 3 writes`: some clients break at the media type alone. */
export function formatSmallestSize({ bytes, headers, writes }: SmallestResponse): string {
  const type = getHeaderValue(headers, "content-type");
  return [
    formatPlural(bytes, "byte"),
    ...(type === null ? [] : [`of ${type}`]),
    ...(writes.length > 1 ? [`in ${formatPlural(writes.length, "write")}`] : []),
  ].join(" ");
}

export interface VariantResult {
  /** The variant's id. */
  readonly variant: string;
  readonly title: string;
  readonly exchange: number;
  /** `same` if the client hands over what it does without the variant. */
  readonly verdict: ClientVerdict;
  /** The verdict in one sentence. */
  readonly sentence: string;
  readonly differences: readonly ClientDifference[];
  /** `null` if the client does not break. */
  readonly smallest: SmallestResponse | null;
}

export interface StressResult {
  readonly client: string;
  readonly variants: readonly VariantResult[];
}

/** Whether a client hands over something else than without the variant. */
export function isBroken(result: ExchangeResult, plain: ExchangeResult): boolean {
  return getSignature(result) !== getSignature(plain);
}

const getSignature = ({ verdict, differences }: ExchangeResult): string =>
  [verdict, ...differences.map(getDifferenceKey)].join();

/** The same for the same difference of two runs. */
export const getDifferenceKey = ({ kind, event, member }: ClientDifference): string =>
  [kind, event, member].join(" ");
