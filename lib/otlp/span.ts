/**
 * Spans in the JSON form of OTLP: ids in hex, 64-bit numbers as strings, absent members omitted.
 */

type AttributeValue = string | number | boolean | readonly string[];

export interface OtlpValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

export interface OtlpSpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly OtlpAttribute[];
}

/** A related span that is not the parent. */
export interface OtlpLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: readonly OtlpAttribute[];
}

export const SPAN_KIND = { internal: 1, client: 3 } as const;
export const STATUS_ERROR = 2;

interface OtlpStatus {
  readonly code: number;
  readonly message?: string;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  /** Bits 0 to 7: W3C trace flags; bit 8 says that bit 9 is known, bit 9 that the parent is remote. */
  readonly flags?: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly OtlpSpanEvent[];
  readonly links: readonly OtlpLink[];
  readonly status?: OtlpStatus;
}

export interface OtlpScopeSpans {
  readonly scope: { readonly name: string; readonly version: string };
  readonly spans: readonly OtlpSpan[];
}

export interface OtlpResourceSpans {
  readonly resource: { readonly attributes: readonly OtlpAttribute[] };
  readonly scopeSpans: readonly OtlpScopeSpans[];
}

/** One export request, and one line of an OTLP JSON file. */
export interface OtlpTraces {
  readonly resourceSpans: readonly OtlpResourceSpans[];
}

export type AttributeTable = Readonly<Record<string, AttributeValue | null | undefined>>;

/** The attributes that have a value, in the order of the table. */
export function createAttributes(table: AttributeTable): OtlpAttribute[] {
  return Object.entries(table).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: toOtlpValue(value) }],
  );
}

function toOtlpValue(value: AttributeValue): OtlpValue {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return { arrayValue: { values: value.map(toOtlpValue) } };
}
