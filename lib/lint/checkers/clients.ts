/** Checks the A2A version that clients send, and the header in which they request extensions. */

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
    const methodVersion = getMethodVersion(exchange);
    const version = parseVersion(stated ?? "");
    const isStated1 = version !== null && VERSIONS_FROM_1.includes(version);
    if (/^\s*\d+\.\d+\.\d/.test(stated ?? ""))
      timeline.reportPhaseViolation("VER-PATCH", exchange, "open");
    if (methodVersion === "1.0" && stated === null && hasRecordedHeaders(exchange)) {
      timeline.reportPhaseViolation("VER-NOHEADER", exchange, "open");
    }
    if (methodVersion === "1.0" && version !== null && !isStated1) {
      timeline.reportPhaseViolation("VER-OLDHEADER", exchange, "open");
    }
    if (methodVersion === "0.x" && isStated1)
      timeline.reportPhaseViolation("VER-METHOD", exchange, "open");
    if ((methodVersion === "1.0" || isStated1) && hasOnlyLegacyHeader(record.headers)) {
      timeline.reportPhaseViolation("EXT-OLDHDR", exchange, "open");
    }
  },
  kinds: ["task", "status", "message", "tasks"],
  /** Over HTTP+JSON only the response shows that 1.0 is used. */
  onEvent({ timeline, exchange }) {
    if (exchange.events.count !== 1 || exchange.request === null || !isRestExchange(exchange))
      return;
    const isUnstated = getStatedVersion(exchange) === null && hasRecordedHeaders(exchange);
    if (isUnstated && isVersion1(versions, timeline, exchange)) {
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

/** Determined by the method name, or in gRPC by the package. */
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
