// An agent that breaks the rule that the first word of a message names: it plays that rule's own
// example over a real socket, in the words of the version it is addressed in.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { EXAMPLES } from "../../lib/lint/examples/all.ts";
import {
  createMessageFactory,
  type ExampleVersion,
} from "../../lib/lint/examples/message-factory.ts";
import type { HeaderList, WireRecord } from "../../lib/wire/record.ts";
import { closeServer, listen } from "./agent.ts";

/** Versions in which it has a card. */
export type BreakingVersion = Extract<ExampleVersion, "0.3" | "1.0">;

export interface RuleBreakingAgent {
  /** Its address in a version. */
  url(version: BreakingVersion): string;
  close(): Promise<void>;
}

type RecordOf<R extends WireRecord["r"]> = Extract<WireRecord, { r: R }>;

/** What is played of an example: one answer. */
interface ExampleResponse {
  /** What the client says in its headers besides what it always does. */
  readonly requestHeaders: HeaderList;
  readonly head: RecordOf<"head">;
  readonly data: readonly RecordOf<"data">[];
  readonly end: RecordOf<"end"> | null;
}

/** The answer that breaks a rule; `null` where its example takes more than answering a message. */
export function getExampleResponse(rule: string, version: ExampleVersion): ExampleResponse | null {
  const say = createMessageFactory(version);
  const records = EXAMPLES.get(rule)?.breaks(say).records ?? [];
  const [open, ...others] = records.filter((record) => record.r === "open");
  const [asked] = say.stream().records;
  // What is told in two calls, or in what the client says, is nothing that an answer does.
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

export async function startRuleBreakingAgent(): Promise<RuleBreakingAgent> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const version: BreakingVersion = request.url?.startsWith("/1.0") ? "1.0" : "0.3";
    if (request.method === "GET") return showCard(request, response, version);
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
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

/** In recorded time, with the request's id in the place of the example's, and a task of its own. */
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

/** An example that gives another id means it. */
const replaceExampleIds = (text: string, { id, task }: ResponseIds): string =>
  text.replaceAll('"id":1,', `"id":${JSON.stringify(id)},`).replaceAll('"t1"', `"${task}"`);

function showCard(
  { headers }: IncomingMessage,
  response: ServerResponse,
  version: BreakingVersion,
): void {
  const url = `http://${headers.host}/${version}/`;
  const shared = {
    name: "Breaking",
    description: "Breaks the rule that the message names.",
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "break", name: "Break", description: "Breaks a rule.", tags: ["rules"] }],
  };
  const card =
    version === "1.0"
      ? {
          ...shared,
          supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        }
      : { ...shared, protocolVersion: "0.3.0", url, preferredTransport: "JSONRPC" };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
}
