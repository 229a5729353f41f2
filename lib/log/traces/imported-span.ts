/** Spans of a trace, in the one form that all trace formats are read into. */

export interface ImportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentId: string;
  readonly name: string;
  /** The service that recorded it; empty if unknown. */
  readonly service: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: ReadonlyMap<string, string>;
  readonly events: readonly ImportedSpanEvent[];
  readonly isFailed: boolean;
  /** Byte offset of the document it is in. */
  readonly at: number;
}

interface ImportedSpanEvent {
  readonly time: bigint;
  readonly name: string;
}

/** Names under which instrumentations have written the method of an A2A call. */
const METHOD_NAMES = [
  "a2a.method.name",
  "a2a.method",
  "gen_ai.agent.a2a.operation.name",
  "gen_ai.a2a.method",
  "kong.a2a.method",
] as const;

export function getA2AMethod({ attributes }: ImportedSpan): string | null {
  for (const name of METHOD_NAMES) {
    const value = attributes.get(name);
    if (value !== undefined && value !== "") return value;
  }
  return null;
}

/** Children of each span, and the spans whose parent is not there, by start. */
export function buildSpanTree(spans: readonly ImportedSpan[]): {
  readonly roots: readonly ImportedSpan[];
  readonly children: ReadonlyMap<ImportedSpan, readonly ImportedSpan[]>;
} {
  const byId = new Map(spans.map((span) => [getKey(span, span.spanId), span]));
  const children = new Map<ImportedSpan, ImportedSpan[]>();
  const roots: ImportedSpan[] = [];
  for (const span of spans.toSorted(compareStarts)) {
    const parent = byId.get(getKey(span, span.parentId));
    if (!parent || hasAncestor(parent, span, byId)) roots.push(span);
    else {
      const known = children.get(parent);
      if (known) known.push(span);
      else children.set(parent, [span]);
    }
  }
  return { roots, children };
}

const getKey = ({ traceId }: ImportedSpan, spanId: string) => `${traceId}/${spanId}`;

const compareStarts = (a: ImportedSpan, b: ImportedSpan) =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : 0;

/** Damaged files have spans that are their own ancestors. */
function hasAncestor(
  span: ImportedSpan,
  ancestor: ImportedSpan,
  byId: ReadonlyMap<string, ImportedSpan>,
): boolean {
  const seen = new Set<ImportedSpan>();
  for (let at: ImportedSpan | undefined = span; at && !seen.has(at); ) {
    if (at === ancestor) return true;
    seen.add(at);
    at = byId.get(getKey(at, at.parentId));
  }
  return false;
}

export function formatSpanDuration(nanoseconds: bigint): string {
  const ms = Number(nanoseconds) / 1e6;
  return Math.abs(ms) < 1000
    ? `${Math.round(ms * 100) / 100} ms`
    : `${Math.round(ms / 10) / 100} s`;
}
