/** The URIs of resources: `loupe://run/{run}/event/{n}` and `loupe://run/{run}/report`. */

/** The templates by name. A template with a query only matches URIs that have it. */
export const RESOURCE_TEMPLATES = {
  event: "loupe://run/{run}/event/{n}",
  "event-page": "loupe://run/{run}/event/{n}{?offset}",
  report: "loupe://run/{run}/report",
  "report-page": "loupe://run/{run}/report{?offset}",
} as const;

export const createEventUri = (run: string, n: number, offset = 0): string =>
  `loupe://run/${encodeURIComponent(run)}/event/${n}${formatOffset(offset)}`;

export const createReportUri = (run: string, offset = 0): string =>
  `loupe://run/${encodeURIComponent(run)}/report${formatOffset(offset)}`;

const formatOffset = (offset: number): string => (offset === 0 ? "" : `?offset=${offset}`);

interface ResourceAddress {
  readonly run: string;
  /** `null` for the report. */
  readonly event: number | null;
  readonly offset: number;
}

/** `null` if it is not the URI of a resource. */
export function parseResourceUri(uri: URL): ResourceAddress | null {
  const [, run, event] = /^\/([^/]+)\/(?:event\/(\d{1,9})|report)$/.exec(uri.pathname) ?? [];
  if (uri.host !== "run" || run === undefined) return null;
  const offset = uri.searchParams.get("offset") ?? "0";
  if (!/^\d{1,12}$/.test(offset)) return null;
  return {
    run: decodeURIComponent(run),
    event: event === undefined ? null : Number(event),
    offset: Number(offset),
  };
}
