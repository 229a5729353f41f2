/**
 * The URIs of resources: `loupe://run/{run}/event/{n}`, `loupe://run/{run}/report` and
 * `loupe://run/{run}/plan`.
 */

/** The templates by name. A template with a query only matches URIs that have it. */
export const RESOURCE_TEMPLATES = {
  event: "loupe://run/{run}/event/{n}",
  "event-page": "loupe://run/{run}/event/{n}{?offset}",
  report: "loupe://run/{run}/report",
  "report-page": "loupe://run/{run}/report{?offset}",
  plan: "loupe://run/{run}/plan",
  "plan-page": "loupe://run/{run}/plan{?offset}",
} as const;

/** The number of an event, or all of the run in one form. */
export type ResourcePart = number | "report" | "plan";

export const createPartUri = (run: string, part: ResourcePart, offset = 0): string =>
  `loupe://run/${encodeURIComponent(run)}/${typeof part === "number" ? `event/${part}` : part}${formatOffset(offset)}`;

const formatOffset = (offset: number): string => (offset === 0 ? "" : `?offset=${offset}`);

interface ResourceAddress {
  readonly run: string;
  readonly part: ResourcePart;
  readonly offset: number;
}

/** `null` if it is not the URI of a resource. */
export function parseResourceUri(uri: URL): ResourceAddress | null {
  const [, run, event, whole] =
    /^\/([^/]+)\/(?:event\/(\d{1,9})|(report|plan))$/.exec(uri.pathname) ?? [];
  if (uri.host !== "run" || run === undefined) return null;
  const offset = uri.searchParams.get("offset") ?? "0";
  if (!/^\d{1,12}$/.test(offset)) return null;
  return {
    run: decodeURIComponent(run),
    part: event === undefined ? (whole === "plan" ? "plan" : "report") : Number(event),
    offset: Number(offset),
  };
}
