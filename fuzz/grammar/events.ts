/** What agents and clients say, in the words of every version. Warm ones say what they should not. */

import { TASK_STATES } from "../../lib/protocol/model.ts";
import type { Draw } from "../draw.ts";
import {
  artifactName,
  type Fields,
  metadata,
  partMetadata,
  saidText,
  toolData,
} from "./dialects.ts";
import { KEYS, number, ODD_TEXTS, odd } from "./json.ts";

export type Version = "0.1" | "0.2" | "0.3" | "1.0" | "rest-0.3";
export const VERSIONS = ["0.1", "0.2", "0.3", "1.0", "rest-0.3"] as const;

export interface Speaker {
  readonly draw: Draw;
  readonly version: Version;
  /** How often something is not what it should be. */
  readonly heat: number;
}

const IDS = {
  task: ["t1", "t1", "t1", "t2", "__proto__", "constructor", "t".repeat(300), "\ud800"],
  context: ["c1", "c1", "c2", "toString"],
  message: ["m1", "m2", "m3", "__proto__", "t1"],
  artifact: ["a1", "a1", "a2", "__proto__", "", "tool-c-output", "x:response"],
} as const;

function idOf({ draw, heat }: Speaker, kind: keyof typeof IDS): unknown {
  if (draw.isLucky(heat)) return draw.isLucky(0.5) ? number(draw) : draw.pick(ODD_TEXTS);
  const [first, ...others] = IDS[kind];
  return draw.isLucky(0.7) ? first : draw.pick([first, ...others]);
}

const isModern = ({ version }: Speaker) => version === "1.0" || version === "rest-0.3";

/** Some of its fields, at times none or strange ones. */
function fields(speaker: Speaker, wanted: Fields): Fields {
  const { draw, heat } = speaker;
  if (heat === 0 || draw.isLucky(0.5)) return wanted;
  const out: [string, unknown][] = [];
  for (const [key, value] of Object.entries(wanted)) {
    if (draw.isLucky(heat / 2)) continue;
    out.push([draw.isLucky(heat / 4) ? snake(key) : key, draw.isLucky(heat) ? odd(draw) : value]);
  }
  while (draw.isLucky(heat)) out.push([draw.pick(KEYS), odd(draw)]);
  return Object.fromEntries(out);
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function part(speaker: Speaker): unknown {
  const { draw, heat } = speaker;
  if (draw.isLucky(heat)) return odd(draw);
  const said = draw.isLucky(0.9) ? saidText(draw) : draw.pick(ODD_TEXTS);
  const about = draw.isLucky(0.2) ? { metadata: partMetadata(draw) } : {};
  const kind = draw.below(10);
  if (kind < 6) return fields(speaker, { ...kindOf(speaker, "text"), text: said, ...about });
  if (kind < 9) {
    const data = toolData(draw);
    return fields(speaker, { ...kindOf(speaker, "data"), data, ...about });
  }
  const file = draw.isLucky(0.5)
    ? { name: "f", mimeType: "image/png", bytes: draw.pick(["aGk=", "!", "A".repeat(50)]) }
    : { name: "../f", mimeType: "x", uri: "file:///etc/hosts" };
  if (speaker.version === "1.0")
    return fields(speaker, { url: "http://x/", filename: "f", ...about });
  return fields(speaker, { ...kindOf(speaker, "file"), file, ...about });
}

function kindOf({ version }: Speaker, kind: string): Fields {
  if (version === "0.1") return { type: kind };
  return version === "1.0" || version === "rest-0.3" ? {} : { kind };
}

export function message(speaker: Speaker, who: "user" | "agent"): Fields {
  const { draw, version } = speaker;
  const parts = draw.many(3, () => part(speaker));
  return fields(speaker, {
    ...kindOf(speaker, "message"),
    role: isModern(speaker) ? `ROLE_${who.toUpperCase()}` : who,
    [version === "rest-0.3" ? "content" : "parts"]: parts,
    ...(draw.isLucky(0.9) && { messageId: idOf(speaker, "message") }),
    ...(draw.isLucky(0.5) && {
      taskId: idOf(speaker, "task"),
      contextId: idOf(speaker, "context"),
    }),
    ...(draw.isLucky(0.2) && { metadata: metadata(draw) }),
    ...(draw.isLucky(0.1) && { extensions: ["https://x/ui/form_request/v1"] }),
  });
}

function status(speaker: Speaker): Fields {
  const { draw, version } = speaker;
  const state = draw.pick(TASK_STATES);
  const told = isModern(speaker) ? `TASK_STATE_${state.replace("-", "_").toUpperCase()}` : state;
  return fields(speaker, {
    state: told,
    ...(draw.isLucky(0.4) && {
      [version === "rest-0.3" ? "update" : "message"]: message(speaker, "agent"),
    }),
    ...(draw.isLucky(0.5) && { timestamp: draw.pick(["2026-11-20T16:41:24.309Z", ...ODD_TEXTS]) }),
  });
}

function artifact(speaker: Speaker): Fields {
  const { draw, version } = speaker;
  return fields(speaker, {
    ...(version === "0.1"
      ? { index: draw.isLucky(0.8) ? draw.below(3) : number(draw), append: draw.isLucky(0.5) }
      : { artifactId: idOf(speaker, "artifact") }),
    ...(draw.isLucky(0.6) && { name: artifactName(draw) }),
    ...(draw.isLucky(0.1) && { description: "Tool call started: look" }),
    parts: draw.many(2, () => part(speaker)),
    ...(draw.isLucky(0.2) && { metadata: metadata(draw) }),
  });
}

function ids(speaker: Speaker) {
  return { taskId: idOf(speaker, "task"), contextId: idOf(speaker, "context") };
}

function flags(speaker: Speaker): Fields {
  const { draw } = speaker;
  const flag = () => draw.pick<unknown>([true, true, false, undefined, "true", 1]);
  return { append: flag(), lastChunk: flag() };
}

export function task(speaker: Speaker): Fields {
  const { draw } = speaker;
  return fields(speaker, {
    ...kindOf(speaker, "task"),
    id: idOf(speaker, "task"),
    contextId: idOf(speaker, "context"),
    status: status(speaker),
    ...(draw.isLucky(0.4) && { artifacts: draw.many(3, () => artifact(speaker)) }),
    ...(draw.isLucky(0.4) && { history: draw.many(3, () => message(speaker, "agent")) }),
    ...(draw.isLucky(0.1) && { metadata: metadata(draw) }),
  });
}

/** One thing that an agent says, as its version puts it. */
export function event(speaker: Speaker): unknown {
  const { draw, version, heat } = speaker;
  if (draw.isLucky(heat / 3)) return odd(draw);
  const about = draw.isLucky(0.3) ? { metadata: metadata(draw) } : {};
  const kind = draw.below(20);
  if (kind < 9) {
    const update = { ...ids(speaker), artifact: artifact(speaker), ...flags(speaker), ...about };
    if (version === "0.1") return fields(speaker, { id: update.taskId, artifact: update.artifact });
    return told(speaker, "artifact-update", "artifactUpdate", fields(speaker, update));
  }
  if (kind < 16) {
    const final = draw.isLucky(0.2);
    const update = { ...ids(speaker), status: status(speaker), final, ...about };
    if (version === "0.1") return fields(speaker, { id: update.taskId, ...update });
    return told(speaker, "status-update", "statusUpdate", fields(speaker, update));
  }
  if (kind < 18) return isModern(speaker) ? { task: task(speaker) } : task(speaker);
  const said = message(speaker, "agent");
  return isModern(speaker) ? { message: said } : said;
}

function told(speaker: Speaker, kind: string, member: string, update: Fields): unknown {
  return isModern(speaker) ? { [member]: update } : { kind, ...update };
}

const METHODS: Readonly<Record<Version, readonly [string, ...string[]]>> = {
  "0.1": ["tasks/sendSubscribe", "tasks/send", "tasks/get", "tasks/resubscribe"],
  "0.2": ["message/stream", "message/send", "tasks/get", "tasks/cancel"],
  "0.3": ["message/stream", "message/send", "tasks/get", "tasks/resubscribe"],
  "1.0": ["SendStreamingMessage", "SendMessage", "GetTask", "SubscribeToTask", "ListTasks"],
  "rest-0.3": ["message/stream", "message/send"],
};

export function request(speaker: Speaker, id: unknown): Fields {
  const { draw, version } = speaker;
  const params = { message: message(speaker, "user"), id: idOf(speaker, "task") };
  if (version === "rest-0.3") return fields(speaker, { request: params.message });
  const method = draw.pick(METHODS[version]);
  return fields(speaker, { jsonrpc: "2.0", id, method, params: fields(speaker, params) });
}

/** A card, with what a reader of it may stumble over. */
export function card(speaker: Speaker): Fields {
  const { draw, version } = speaker;
  const url = draw.pick(["http://a.example/", "/a2a", "http://[", "javascript:x", "grpc://h:1"]);
  return fields(speaker, {
    name: draw.pick(["An agent", ...ODD_TEXTS]),
    version: "1",
    url,
    protocolVersion: draw.pick(["0.3.0", "1.0", "0.2.5", "x"]),
    skills: draw.many(2, () => fields(speaker, { id: "s", name: "s", tags: ["a"], examples: [] })),
    capabilities: fields(speaker, { streaming: true, extensions: [{ uri: "https://x/v1" }] }),
    ...(version === "1.0" && {
      supportedInterfaces: [
        fields(speaker, { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }),
      ],
    }),
    securitySchemes: fields(speaker, {
      a: { type: "apiKey", in: "query", name: "k" },
      b: { type: "oauth2", flows: {} },
    }),
    security: [{ a: [] }, { c: ["x"] }],
    signatures: [fields(speaker, { protected: "e30", signature: "AA" })],
    ...(draw.isLucky(0.3) && { provider: odd(draw), defaultInputModes: odd(draw) }),
  });
}

/** In its envelope, where its version has one; at times a failure instead. */
export function answer(speaker: Speaker, id: unknown, isRpc: boolean): unknown {
  const { draw, heat } = speaker;
  const isFailure = draw.isLucky(0.03);
  const code = isFailure ? draw.pick<unknown>([-32001, -32603, 404, "X", 1e308]) : 0;
  const error = { code, message: "broke", data: [{ "@type": "x", reason: "TASK_NOT_FOUND" }] };
  if (!isRpc) return isFailure ? { error } : event(speaker);
  const said = isFailure ? { error } : { result: event(speaker) };
  return fields({ ...speaker, heat: heat / 3 }, { jsonrpc: "2.0", id, ...said });
}
