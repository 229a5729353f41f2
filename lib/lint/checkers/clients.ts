/** Watches what clients say of the version they speak, and under which name they ask for extensions. */

import { findGrpcVersion } from "../../protocol/grpc/packages.ts";
import { METHODS } from "../../protocol/request.ts";
import { parseVersion, type Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isDiscovery } from "../../timeline/timeline-queries.ts";
import type { HeaderList } from "../../wire/record.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import {
  hasRecordedHeaders,
  isRestExchange,
  isVersion1,
  parseQueryParams,
} from "./request-params.ts";

export const createClientChecker: CheckerFactory = (versions) => ({
  onOpen(timeline, exchange) {
    const { record } = exchange.open;
    if (record.inbound || record.method === "" || isDiscovery(exchange)) return;
    const stated = getStatedVersion(exchange);
    const by = getMethodVersion(exchange);
    const said = parseVersion(stated ?? "");
    const says1 = said !== null && VERSIONS_FROM_1.includes(said);
    if (/^\s*\d+\.\d+\.\d/.test(stated ?? ""))
      timeline.reportPhaseViolation("VER-PATCH", exchange, "open");
    if (by === "1.0" && stated === null && hasRecordedHeaders(exchange)) {
      timeline.reportPhaseViolation("VER-NOHEADER", exchange, "open");
    }
    if (by === "1.0" && said !== null && !says1) {
      timeline.reportPhaseViolation("VER-OLDHEADER", exchange, "open");
    }
    if (by === "0.x" && says1) timeline.reportPhaseViolation("VER-METHOD", exchange, "open");
    if ((by === "1.0" || says1) && hasOnlyLegacyHeader(record.headers)) {
      timeline.reportPhaseViolation("EXT-OLDHDR", exchange, "open");
    }
  },
  kinds: ["task", "status", "message", "tasks"],
  /** Over HTTP+JSON only the answer shows that 1.0 is spoken. */
  onEvent({ timeline, exchange }) {
    if (exchange.events.count !== 1 || exchange.request === null || !isRestExchange(exchange))
      return;
    const isSilent = getStatedVersion(exchange) === null && hasRecordedHeaders(exchange);
    if (isSilent && isVersion1(versions, timeline, exchange)) {
      timeline.reportPhaseViolation("VER-NOHEADER", exchange, "open");
    }
  },
  onHead(timeline, exchange) {
    const headers = exchange.head?.record.headers ?? [];
    if (hasOnlyLegacyHeader(headers) && isVersion1(versions, timeline, exchange)) {
      timeline.reportPhaseViolation("EXT-OLDHDR", exchange, "head");
    }
  },
});

/** The version that the client states; an empty header states none. */
function getStatedVersion({ versionHeader, open: { record } }: Exchange): string | null {
  return versionHeader || parseQueryParams(record.url)["A2A-Version"] || null;
}

/** The names of methods say it, but in gRPC, where the package does. */
function getMethodVersion({ request, open: { record } }: Exchange): "0.x" | "1.0" | null {
  const packaged = findGrpcVersion(record.url);
  if (packaged) return packaged === "1.0" ? "1.0" : null;
  const versions = METHODS.get(request?.method ?? "")?.versions as readonly Version[] | undefined;
  if (!versions) return null;
  return versions.some((version) => VERSIONS_FROM_1.includes(version)) ? "1.0" : "0.x";
}

function hasOnlyLegacyHeader(headers: HeaderList): boolean {
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name);
  return has("x-a2a-extensions") && !has("a2a-extensions");
}
