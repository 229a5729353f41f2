/** Messages of agents and clients in the format of every version. Higher `heat` adds more errors. */

import { TASK_STATES } from "../../lib/protocol/model.ts";
import type { RandomSource } from "../random-source.ts";
import {
  drawArtifactName,
  drawMetadata,
  drawPartMetadata,
  drawText,
  drawToolData,
  type JsonMembers,
} from "./dialects.ts";
import { drawNumber, drawOddValue, ODD_KEYS, ODD_TEXTS } from "./json.ts";

export type GrammarVersion = "0.1" | "0.2" | "0.3" | "1.0" | "rest-0.3";
export const GRAMMAR_VERSIONS = ["0.1", "0.2", "0.3", "1.0", "rest-0.3"] as const;

export interface EventGrammar {
  readonly draw: RandomSource;
  readonly version: GrammarVersion;
  /** How often something is wrong. */
  readonly heat: number;
}

const IDS = {
  task: ["t1", "t1", "t1", "t2", "__proto__", "constructor", "t".repeat(300), "\ud800"],
  context: ["c1", "c1", "c2", "toString"],
  message: ["m1", "m2", "m3", "__proto__", "t1"],
  artifact: ["a1", "a1", "a2", "__proto__", "", "tool-c-output", "x:response"],
} as const;

function drawId({ draw, heat }: EventGrammar, kind: keyof typeof IDS): unknown {
  if (draw.isLucky(heat)) return draw.isLucky(0.5) ? drawNumber(draw) : draw.pickOne(ODD_TEXTS);
  const [first, ...others] = IDS[kind];
  return draw.isLucky(0.7) ? first : draw.pickOne([first, ...others]);
}

const isModern = ({ version }: EventGrammar) => version === "1.0" || version === "rest-0.3";

/** Some of the fields, sometimes none or unknown ones. */
function drawMembers(speaker: EventGrammar, wanted: JsonMembers): JsonMembers {
  const { draw, heat } = speaker;
  if (heat === 0 || draw.isLucky(0.5)) return wanted;
  const out: [string, unknown][] = [];
  for (const [key, value] of Object.entries(wanted)) {
    if (draw.isLucky(heat / 2)) continue;
    out.push([
      draw.isLucky(heat / 4) ? toSnakeCase(key) : key,
      draw.isLucky(heat) ? drawOddValue(draw) : value,
    ]);
  }
  while (draw.isLucky(heat)) out.push([draw.pickOne(ODD_KEYS), drawOddValue(draw)]);
  return Object.fromEntries(out);
}

const toSnakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function drawPart(speaker: EventGrammar): unknown {
  const { draw, heat } = speaker;
  if (draw.isLucky(heat)) return drawOddValue(draw);
  const text = draw.isLucky(0.9) ? drawText(draw) : draw.pickOne(ODD_TEXTS);
  const about = draw.isLucky(0.2) ? { metadata: drawPartMetadata(draw) } : {};
  const kind = draw.below(10);
  if (kind < 6) return drawMembers(speaker, { ...getKindMember(speaker, "text"), text, ...about });
  if (kind < 9) {
    const data = drawToolData(draw);
    return drawMembers(speaker, { ...getKindMember(speaker, "data"), data, ...about });
  }
  const file = draw.isLucky(0.5)
    ? { name: "f", mimeType: "image/png", bytes: draw.pickOne(["aGk=", "!", "A".repeat(50)]) }
    : { name: "../f", mimeType: "x", uri: "file:///etc/hosts" };
  if (speaker.version === "1.0")
    return drawMembers(speaker, { url: "http://x/", filename: "f", ...about });
  return drawMembers(speaker, { ...getKindMember(speaker, "file"), file, ...about });
}

function getKindMember({ version }: EventGrammar, kind: string): JsonMembers {
  if (version === "0.1") return { type: kind };
  return version === "1.0" || version === "rest-0.3" ? {} : { kind };
}

export function message(speaker: EventGrammar, who: "user" | "agent"): JsonMembers {
  const { draw, version } = speaker;
  const parts = draw.many(3, () => drawPart(speaker));
  return drawMembers(speaker, {
    ...getKindMember(speaker, "message"),
    role: isModern(speaker) ? `ROLE_${who.toUpperCase()}` : who,
    [version === "rest-0.3" ? "content" : "parts"]: parts,
    ...(draw.isLucky(0.9) && { messageId: drawId(speaker, "message") }),
    ...(draw.isLucky(0.5) && {
      taskId: drawId(speaker, "task"),
      contextId: drawId(speaker, "context"),
    }),
    ...(draw.isLucky(0.2) && { metadata: drawMetadata(draw) }),
    ...(draw.isLucky(0.1) && { extensions: ["https://x/ui/form_request/v1"] }),
  });
}

function drawStatus(speaker: EventGrammar): JsonMembers {
  const { draw, version } = speaker;
  const state = draw.pickOne(TASK_STATES);
  const rawState = isModern(speaker)
    ? `TASK_STATE_${state.replace("-", "_").toUpperCase()}`
    : state;
  return drawMembers(speaker, {
    state: rawState,
    ...(draw.isLucky(0.4) && {
      [version === "rest-0.3" ? "update" : "message"]: message(speaker, "agent"),
    }),
    ...(draw.isLucky(0.5) && {
      timestamp: draw.pickOne(["2026-11-20T16:41:24.309Z", ...ODD_TEXTS]),
    }),
  });
}

function artifact(speaker: EventGrammar): JsonMembers {
  const { draw, version } = speaker;
  return drawMembers(speaker, {
    ...(version === "0.1"
      ? { index: draw.isLucky(0.8) ? draw.below(3) : drawNumber(draw), append: draw.isLucky(0.5) }
      : { artifactId: drawId(speaker, "artifact") }),
    ...(draw.isLucky(0.6) && { name: drawArtifactName(draw) }),
    ...(draw.isLucky(0.1) && { description: "Tool call started: look" }),
    parts: draw.many(2, () => drawPart(speaker)),
    ...(draw.isLucky(0.2) && { metadata: drawMetadata(draw) }),
  });
}

function drawIds(speaker: EventGrammar) {
  return { taskId: drawId(speaker, "task"), contextId: drawId(speaker, "context") };
}

function drawFlags(speaker: EventGrammar): JsonMembers {
  const { draw } = speaker;
  const flag = () => draw.pickOne<unknown>([true, true, false, undefined, "true", 1]);
  return { append: flag(), lastChunk: flag() };
}

export function task(speaker: EventGrammar): JsonMembers {
  const { draw } = speaker;
  return drawMembers(speaker, {
    ...getKindMember(speaker, "task"),
    id: drawId(speaker, "task"),
    contextId: drawId(speaker, "context"),
    status: drawStatus(speaker),
    ...(draw.isLucky(0.4) && { artifacts: draw.many(3, () => artifact(speaker)) }),
    ...(draw.isLucky(0.4) && { history: draw.many(3, () => message(speaker, "agent")) }),
    ...(draw.isLucky(0.1) && { metadata: drawMetadata(draw) }),
  });
}

/** One event of an agent, in the format of its version. */
export function drawEvent(speaker: EventGrammar): unknown {
  const { draw, version, heat } = speaker;
  if (draw.isLucky(heat / 3)) return drawOddValue(draw);
  const about = draw.isLucky(0.3) ? { metadata: drawMetadata(draw) } : {};
  const kind = draw.below(20);
  if (kind < 9) {
    const update = {
      ...drawIds(speaker),
      artifact: artifact(speaker),
      ...drawFlags(speaker),
      ...about,
    };
    if (version === "0.1")
      return drawMembers(speaker, { id: update.taskId, artifact: update.artifact });
    return wrapUpdate(speaker, "artifact-update", "artifactUpdate", drawMembers(speaker, update));
  }
  if (kind < 16) {
    const final = draw.isLucky(0.2);
    const update = { ...drawIds(speaker), status: drawStatus(speaker), final, ...about };
    if (version === "0.1") return drawMembers(speaker, { id: update.taskId, ...update });
    return wrapUpdate(speaker, "status-update", "statusUpdate", drawMembers(speaker, update));
  }
  if (kind < 18) return isModern(speaker) ? { task: task(speaker) } : task(speaker);
  const agentMessage = message(speaker, "agent");
  return isModern(speaker) ? { message: agentMessage } : agentMessage;
}

function wrapUpdate(
  speaker: EventGrammar,
  kind: string,
  member: string,
  update: JsonMembers,
): unknown {
  return isModern(speaker) ? { [member]: update } : { kind, ...update };
}

const METHODS: Readonly<Record<GrammarVersion, readonly [string, ...string[]]>> = {
  "0.1": ["tasks/sendSubscribe", "tasks/send", "tasks/get", "tasks/resubscribe"],
  "0.2": ["message/stream", "message/send", "tasks/get", "tasks/cancel"],
  "0.3": ["message/stream", "message/send", "tasks/get", "tasks/resubscribe"],
  "1.0": ["SendStreamingMessage", "SendMessage", "GetTask", "SubscribeToTask", "ListTasks"],
  "rest-0.3": ["message/stream", "message/send"],
};

export function drawRequest(speaker: EventGrammar, id: unknown): JsonMembers {
  const { draw, version } = speaker;
  const params = { message: message(speaker, "user"), id: drawId(speaker, "task") };
  if (version === "rest-0.3") return drawMembers(speaker, { request: params.message });
  const method = draw.pickOne(METHODS[version]);
  return drawMembers(speaker, { jsonrpc: "2.0", id, method, params: drawMembers(speaker, params) });
}

/** An agent card with unusual or invalid members. */
export function drawCard(speaker: EventGrammar): JsonMembers {
  const { draw, version } = speaker;
  const url = draw.pickOne(["http://a.example/", "/a2a", "http://[", "javascript:x", "grpc://h:1"]);
  return drawMembers(speaker, {
    name: draw.pickOne(["An agent", ...ODD_TEXTS]),
    version: "1",
    url,
    protocolVersion: draw.pickOne(["0.3.0", "1.0", "0.2.5", "x"]),
    skills: draw.many(2, () =>
      drawMembers(speaker, { id: "s", name: "s", tags: ["a"], examples: [] }),
    ),
    capabilities: drawMembers(speaker, { streaming: true, extensions: [{ uri: "https://x/v1" }] }),
    ...(version === "1.0" && {
      supportedInterfaces: [
        drawMembers(speaker, { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }),
      ],
    }),
    securitySchemes: drawMembers(speaker, {
      a: { type: "apiKey", in: "query", name: "k" },
      b: { type: "oauth2", flows: {} },
    }),
    security: [{ a: [] }, { c: ["x"] }],
    signatures: [drawMembers(speaker, { protected: "e30", signature: "AA" })],
    ...(draw.isLucky(0.3) && {
      provider: drawOddValue(draw),
      defaultInputModes: drawOddValue(draw),
    }),
  });
}

/** In the envelope of its version, if any; sometimes an error instead. */
export function drawResponse(speaker: EventGrammar, id: unknown, isRpc: boolean): unknown {
  const { draw, heat } = speaker;
  const isFailure = draw.isLucky(0.03);
  const code = isFailure ? draw.pickOne<unknown>([-32001, -32603, 404, "X", 1e308]) : 0;
  const error = { code, message: "broke", data: [{ "@type": "x", reason: "TASK_NOT_FOUND" }] };
  if (!isRpc) return isFailure ? { error } : drawEvent(speaker);
  const content = isFailure ? { error } : { result: drawEvent(speaker) };
  return drawMembers({ ...speaker, heat: heat / 3 }, { jsonrpc: "2.0", id, ...content });
}
