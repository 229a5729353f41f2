/** Telemetry settings as the page sees them, and the format of headers. Values of headers never leave the server. */

export const OTLP_PROTOCOLS = ["http/protobuf", "http/json"] as const;
export type OtlpProtocol = (typeof OTLP_PROTOCOLS)[number];

/** Who sets it instead of the page: the environment, or only it because several users share Loupe. */
export type TelemetryLock = "environment" | "shared";

export interface TelemetryState {
  /** The address that spans are sent to; `null` if none are sent. */
  readonly url: string | null;
  readonly protocol: OtlpProtocol;
  readonly isCompressed: boolean;
  readonly headerNames: readonly string[];
  readonly hasContent: boolean;
  /** Why the page cannot change the settings; `null` if it can. */
  readonly locked: TelemetryLock | null;
  /** Calls that wait to be sent. */
  readonly unsent: number;
  /** Calls sent since the server started. */
  readonly sent: number;
  readonly lastSentAt: string | null;
  /** The address of a trace in the backend, as a template; `null` if none is set. */
  readonly traceUrl: string | null;
  /** Why the page cannot change that address; `null` if it can. */
  readonly traceUrlLocked: TelemetryLock | null;
  readonly lastProblem: string | null;
}

/** Parses `key=value,…` with percent-encoded values; `null` if it is something else. */
export function parsePairs(text: string): (readonly [string, string])[] | null {
  const items = text.split(",").filter((item) => item.trim() !== "");
  const pairs = items.map((item) => {
    const [, key = "", value = ""] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(item) ?? [];
    const decoded = decodePercent(value);
    return key === "" || decoded === null ? null : ([decodePercent(key) ?? key, decoded] as const);
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export const isHeader = ([name, value]: readonly [string, string]): boolean =>
  /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
