/**
 * In whose words an event is written. It is judged by those, also where its exchange speaks another
 * version: that is one finding of its own, and not one for each member that is called otherwise.
 */

import { Evidence } from "../../protocol/notes.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";

/** 0.2 has the words of 0.3, and 1.1 those of 1.0; 0.3 has others over JSON-RPC than over REST. */
export type Wording = "0.1" | "0.3" | "0.3-rest" | "1.0" | "unknown";

export function wordingOf(exchange: Exchange, version: Version, evidence: number): Wording {
  if (evidence & Evidence.Wrapper) {
    return version === "0.3" && !(evidence & Evidence.Rpc) ? "0.3-rest" : "1.0";
  }
  if (version === "0.3" && exchange.rest03 && !(evidence & Evidence.Rpc)) return "0.3-rest";
  if (evidence & Evidence.BlogType) return "unknown";
  if (evidence & Evidence.Kind || version === "0.2") return "0.3";
  if (version === "1.1") return "1.0";
  return version === "blog" ? "unknown" : version;
}
