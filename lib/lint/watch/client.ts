/** Watches what clients say of the version they speak, and under which name they ask for extensions. */

import { findGrpcVersion } from "../../protocol/grpc/packages.ts";
import { METHODS } from "../../protocol/request.ts";
import { parseVersion, type Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isDiscovery } from "../../timeline/read.ts";
import type { HeaderList } from "../../wire/record.ts";
import { FROM_1 } from "../rules/rule.ts";
import { hasHeaders, isRest, queryOf, speaks1 } from "./asked.ts";
import type { MakeWatch } from "./watch.ts";

export const watchClients: MakeWatch = (versions) => ({
  opened(timeline, exchange) {
    const { record } = exchange.open;
    if (record.inbound || record.method === "" || isDiscovery(exchange)) return;
    const stated = statedIn(exchange);
    const by = generationAsked(exchange);
    const said = parseVersion(stated ?? "");
    const says1 = said !== null && FROM_1.includes(said);
    if (/^\s*\d+\.\d+\.\d/.test(stated ?? "")) timeline.breachIn("VER-PATCH", exchange, "open");
    if (by === "1.0" && stated === null && hasHeaders(exchange)) {
      timeline.breachIn("VER-NOHEADER", exchange, "open");
    }
    if (by === "1.0" && said !== null && !says1) {
      timeline.breachIn("VER-OLDHEADER", exchange, "open");
    }
    if (by === "0.x" && says1) timeline.breachIn("VER-METHOD", exchange, "open");
    if ((by === "1.0" || says1) && listsOnlyOld(record.headers)) {
      timeline.breachIn("EXT-OLDHDR", exchange, "open");
    }
  },
  kinds: ["task", "status", "message", "tasks"],
  /** Over HTTP+JSON only the answer shows that 1.0 is spoken. */
  saw({ timeline, exchange }) {
    if (exchange.events.count !== 1 || exchange.request === null || !isRest(exchange)) return;
    const isSilent = statedIn(exchange) === null && hasHeaders(exchange);
    if (isSilent && speaks1(versions, timeline, exchange)) {
      timeline.breachIn("VER-NOHEADER", exchange, "open");
    }
  },
  answered(timeline, exchange) {
    const headers = exchange.head?.record.headers ?? [];
    if (listsOnlyOld(headers) && speaks1(versions, timeline, exchange)) {
      timeline.breachIn("EXT-OLDHDR", exchange, "head");
    }
  },
});

/** The version that the client states; an empty header states none. */
function statedIn({ versionHeader, open: { record } }: Exchange): string | null {
  return versionHeader || queryOf(record.url)["A2A-Version"] || null;
}

/** The names of methods say it, but in gRPC, where the package does. */
function generationAsked({ request, open: { record } }: Exchange): "0.x" | "1.0" | null {
  const packaged = findGrpcVersion(record.url);
  if (packaged) return packaged === "1.0" ? "1.0" : null;
  const versions = METHODS.get(request?.method ?? "")?.versions as readonly Version[] | undefined;
  if (!versions) return null;
  return versions.some((version) => FROM_1.includes(version)) ? "1.0" : "0.x";
}

function listsOnlyOld(headers: HeaderList): boolean {
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name);
  return has("x-a2a-extensions") && !has("a2a-extensions");
}
