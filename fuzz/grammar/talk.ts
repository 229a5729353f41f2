/** A talk between a client and an agent: what was said on either side, one JSON text after another. */

import type { Draw } from "../draw.ts";
import { answer, request, type Speaker, VERSIONS } from "./events.ts";
import { print } from "./json.ts";

export interface Said {
  readonly direction: "request" | "response";
  readonly json: string;
  /** Milliseconds since the first instant of 2026. */
  readonly at: number;
}

export interface Talk {
  readonly version: Speaker["version"];
  readonly said: readonly Said[];
}

const HEATS = [0, 0, 0.02, 0.05, 0.15, 0.4] as const;

export function talk(draw: Draw, most = 8): Talk {
  const version = draw.pick(VERSIONS);
  const heat = draw.pick(HEATS);
  const speaker: Speaker = { draw, version, heat };
  const isRpc = version !== "rest-0.3" && !draw.isLucky(0.2);
  const indent = draw.isLucky(0.1) ? "\n" : "";
  const said: Said[] = [];
  let at = draw.below(1000);
  const say = (direction: Said["direction"], value: unknown) => {
    at += draw.isLucky(0.02) ? draw.pick([-5000, 86_400_000, 1e12]) : draw.below(200);
    said.push({ direction, json: print(value, indent), at });
  };
  let id: unknown = "r1";
  if (draw.isLucky(0.8)) say("request", request(speaker, id));
  for (let left = draw.between(1, most); left > 0; left--) {
    if (draw.isLucky(0.08)) {
      id = draw.pick<unknown>(["r1", "r2", 3, null, "__proto__"]);
      say("request", request(speaker, id));
    }
    say("response", answer(speaker, id, isRpc));
  }
  return { version, said };
}
