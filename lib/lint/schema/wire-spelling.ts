/**
 * In whose words an event is written. It is judged by those, also where its exchange speaks another
 * version: that is one finding of its own, and not one for each member that is called otherwise.
 */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { DetectedVersion, Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";

/** How an event is judged: by the words it is in, and by what is known of its exchange. */
export interface SchemaContext {
  readonly spelling: WireSpelling;
  readonly version: Version;
  /** It answers somebody, so that its message is the agent's own. */
  readonly isResponse: boolean;
}

/**
 * 0.2 has the words of 0.3, and 1.1 those of 1.0; 0.3 has others over JSON-RPC than over REST. 0.x
 * is what 0.1 and 0.3 have in common, as long as nobody can tell which of them it is.
 */
export type WireSpelling = "0.1" | "0.x" | "0.3" | "0.3-rest" | "1.0" | "unknown";

/** Are they words that have what came with 0.2, and must have it? */
export function isSpellingFrom02(wording: WireSpelling): boolean {
  return wording === "0.3" || wording === "0.3-rest" || wording === "1.0";
}

/** By what the events of an exchange are judged; `null` for what its server may send as it likes. */
export function createSchemaContext(
  exchange: Exchange,
  verdict: Pick<DetectedVersion, "version" | "mayBe01">,
  evidence: number,
  raw: JsonObject,
): SchemaContext | null {
  const { request, head, open } = exchange;
  // What a notification holds, 0.1 leaves to the server.
  if (open.record.inbound && (verdict.version === "0.1" || verdict.mayBe01)) return null;
  const wording = detectSpelling(exchange, verdict, evidence, raw);
  const isAnswer = request !== null || head !== null;
  return { spelling: wording, version: verdict.version, isResponse: isAnswer };
}

function detectSpelling(
  exchange: Exchange,
  { version, mayBe01 }: Pick<DetectedVersion, "version" | "mayBe01">,
  evidence: number,
  raw: JsonObject,
): WireSpelling {
  if (evidence & VersionEvidence.Wrapper) {
    return version === "0.3" && !(evidence & VersionEvidence.Rpc) ? "0.3-rest" : "1.0";
  }
  if (version === "0.3" && exchange.isRest03 && !(evidence & VersionEvidence.Rpc))
    return "0.3-rest";
  if (evidence & VersionEvidence.BlogType) return "unknown";
  if (evidence & VersionEvidence.Kind || version === "0.2") return "0.3";
  if (mayBe01 && hasIdsOf01(raw)) return "0.x";
  if (version === "1.1") return "1.0";
  return version === "blog" ? "unknown" : version;
}

/** Named as 0.1 names a task, and without the ids that came later. */
function hasIdsOf01({ id, contextId, context_id, taskId, task_id }: JsonObject): boolean {
  const later = [contextId, context_id, taskId, task_id];
  return id !== undefined && later.every((one) => one === undefined);
}
