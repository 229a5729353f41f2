/**
 * The address of a trace in a backend, as a template: `https://jaeger.example/trace/{traceId}`.
 *
 * Guarantees: only http and https; an id never decides the host.
 */

/** The ids of a call, in hex. */
interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

const EXAMPLES: readonly TraceIds[] = [
  { traceId: "a".repeat(32), spanId: "a".repeat(16) },
  { traceId: "b".repeat(32), spanId: "b".repeat(16) },
];

export const TRACE_URL_PROBLEM =
  "must be an http or https address with {traceId} in its path, query or fragment, such as https://jaeger.example/trace/{traceId}";

/** The template without space around it; `null` if it is unusable. */
export function parseTraceUrl(text: string): string | null {
  const template = text.trim();
  if (!template.includes("{traceId}")) return null;
  const urls = EXAMPLES.map((ids) => {
    const text = formatTraceUrl(template, ids);
    return URL.canParse(text) ? new URL(text) : null;
  });
  const [first] = urls;
  const isSafe = urls.every(
    (url) =>
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.username === "" &&
      url.password === "" &&
      url.host === first?.host,
  );
  return isSafe ? template : null;
}

export function formatTraceUrl(template: string, { traceId, spanId }: TraceIds): string {
  return template.replaceAll("{traceId}", traceId).replaceAll("{spanId}", spanId);
}
