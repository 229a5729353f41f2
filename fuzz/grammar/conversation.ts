/** A conversation between a client and an agent, as JSON texts of both sides in order. */

import type { RandomSource } from "../random-source.ts";
import { drawRequest, drawResponse, type EventGrammar, GRAMMAR_VERSIONS } from "./events.ts";
import { printJson } from "./json.ts";

export interface FuzzMessage {
  readonly direction: "request" | "response";
  readonly json: string;
  /** Milliseconds since the start of 2026. */
  readonly time: number;
}

export interface FuzzConversation {
  readonly version: EventGrammar["version"];
  readonly messages: readonly FuzzMessage[];
}

const ODDITY_RATES = [0, 0, 0.02, 0.05, 0.15, 0.4] as const;

export function drawConversation(draw: RandomSource, most = 8): FuzzConversation {
  const version = draw.pickOne(GRAMMAR_VERSIONS);
  const heat = draw.pickOne(ODDITY_RATES);
  const speaker: EventGrammar = { draw, version, heat };
  const isRpc = version !== "rest-0.3" && !draw.isLucky(0.2);
  const indent = draw.isLucky(0.1) ? "\n" : "";
  const messages: FuzzMessage[] = [];
  let at = draw.below(1000);
  const say = (direction: FuzzMessage["direction"], value: unknown) => {
    at += draw.isLucky(0.02) ? draw.pickOne([-5000, 86_400_000, 1e12]) : draw.below(200);
    messages.push({ direction, json: printJson(value, indent), time: at });
  };
  let id: unknown = "r1";
  if (draw.isLucky(0.8)) say("request", drawRequest(speaker, id));
  for (let left = draw.between(1, most); left > 0; left--) {
    if (draw.isLucky(0.08)) {
      id = draw.pickOne<unknown>(["r1", "r2", 3, null, "__proto__"]);
      say("request", drawRequest(speaker, id));
    }
    say("response", drawResponse(speaker, id, isRpc));
  }
  return { version, messages };
}
