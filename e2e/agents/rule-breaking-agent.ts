// An agent that breaks the rule named by the first word of the message: it plays the rule's own
// example over a real socket, in the version of its URL.
import { createServer, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import {
  createMessageFactory,
  type ExampleVersion,
} from "../../lib/lint/examples/message-factory.ts";
import type { HeaderList, WireRecord } from "../../lib/wire/record.ts";
import { closeServer, listen } from "./agent.ts";
import { createCard, readBody, sendJson } from "./plain-http.ts";

/** Versions for which it has a card. */
export type BreakingVersion = Extract<ExampleVersion, "0.3" | "1.0">;

export interface RuleBreakingAgent {
  /** Its URL for a version. */
  url(version: BreakingVersion): string;
  close(): Promise<void>;
}

type RecordOf<R extends WireRecord["r"]> = Extract<WireRecord, { r: R }>;

/** The part of an example that is played: one response. */
interface ExampleResponse {
  /** Additional headers that the client must send. */
  readonly requestHeaders: HeaderList;
  readonly head: RecordOf<"head">;
  readonly data: readonly RecordOf<"data">[];
  readonly end: RecordOf<"end"> | null;
}

/** The response that breaks a rule; `null` if its example needs more than a response to a message. */
export function getExampleResponse(rule: string, version: ExampleVersion): ExampleResponse | null {
  const say = createMessageFactory(version);
  const records = RULES_BY_ID.get(rule)?.breaks(say).records ?? [];
  const [open, ...others] = records.filter((record) => record.r === "open");
  const [asked] = say.stream().records;
  // A response alone cannot show what takes two calls, or what the client does.
  if (open?.r !== "open" || asked?.r !== "open" || others.length > 0) return null;
  const headers = new Set(open.headers.map(String));
  const isPlain = open.body === asked.body && asked.headers.every((h) => headers.has(String(h)));
  const head = records.find((record) => record.r === "head");
  if (!isPlain || head?.r !== "head") return null;
  const end = records.find((record) => record.r === "end");
  const usual = new Set(asked.headers.map(String));
  return {
    requestHeaders: open.headers.filter((header) => !usual.has(String(header))),
    head,
    data: records.filter((record) => record.r === "data"),
    end: end?.r === "end" ? end : null,
  };
}

const ABOUT = {
  name: "Breaking",
  description: "Breaks the rule that the message names.",
  skills: [{ id: "break", name: "Break", description: "Breaks a rule.", tags: ["rules"] }],
};

export async function startRuleBreakingAgent(): Promise<RuleBreakingAgent> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const version: BreakingVersion = request.url?.startsWith("/1.0") ? "1.0" : "0.3";
    if (request.method === "GET") {
      const own = `http://${request.headers.host}/${version}/`;
      return sendJson(response, createCard(version, own, ABOUT));
    }
    const body = await readBody(request);
    const rule = /"text":\s*"([A-Z0-9][\w.-]*)/.exec(body)?.[1] ?? "";
    const answer = getExampleResponse(rule, version);
    if (answer)
      return playExample(response, answer, { id: JSON.parse(body).id, task: `task-${++count}` });
    response.writeHead(404).end();
  });
  const url = await listen(server);
  return { url: (version) => `${url}/${version}/`, close: () => closeServer(server) };
}

interface ResponseIds {
  readonly id: unknown;
  readonly task: string;
}

/** At recorded times, with the request's ID instead of the example's, and a separate task. */
async function playExample(
  response: ServerResponse,
  { head, data, end }: ExampleResponse,
  names: ResponseIds,
) {
  response.writeHead(head.status, head.headers.flat());
  response.flushHeaders();
  let now = head.t ?? 0;
  for (const { t, text = "", b64 } of data) {
    await sleep(Math.max(0, (t ?? now) - now));
    now = t ?? now;
    response.write(b64 === undefined ? replaceExampleIds(text, names) : Buffer.from(b64, "base64"));
  }
  await sleep(Math.max(0, (end?.t ?? now) - now));
  if (end?.cause === "reset") response.socket?.resetAndDestroy();
  else response.end();
}

/** If an example has a different ID than its request, that is intended. */
const replaceExampleIds = (text: string, { id, task }: ResponseIds): string =>
  text.replaceAll('"id":1,', `"id":${JSON.stringify(id)},`).replaceAll('"t1"', `"${task}"`);
