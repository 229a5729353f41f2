/**
 * Exporter for a self-contained test in JavaScript: the recorded exchanges, a server that replays
 * them, and the outline that each response must have. It tests a client, or a live agent, against
 * the recording.
 *
 *     loupe export run.jsonl --as test > run.test.mjs && node --test run.test.mjs
 */

import { parseJson } from "../json/exact-json.ts";
import { isArray, isObject, type JsonObject, toPlainText } from "../protocol/json.ts";
import { formatLiteral, JAVASCRIPT, parseRoundTripJson } from "../protocol/snippets/literals.ts";
import { SecretPlaceholders } from "../protocol/snippets/secret-placeholders.ts";
import { toPrintableLine } from "../report/printable.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { DataRecord, HeadRecord, WireRecord } from "../wire/record.ts";
import type { ExportContext, Exporter, ExportWriter } from "./exporter.ts";
import { getRequestTitle, type ResendableRequest, RunRequests } from "./run-requests.ts";

export const testFile: Exporter = {
  id: "test",
  title: "Test for node --test",
  extension: ".test.mjs",
  mediaType: "text/javascript",
  description:
    "Regression test in one file: replays the run to your client, or resends it to your agent.",
  missingFeatures: [
    "times",
    "comments",
    "grpc",
    "notifications",
    "redirects",
    "hops",
    "edits",
    "notes",
  ],
  canReopen: false,
  start: (context) => new TestWriter(context),
};

class TestWriter implements ExportWriter {
  readonly #context: ExportContext;
  readonly #ingest = new Ingest();
  readonly #reads = new Map<string, DataRecord[]>();

  constructor(context: ExportContext) {
    this.#context = context;
  }

  push(record: WireRecord): string {
    this.#ingest.push(record);
    if (record.r === "open" && !this.#reads.has(record.x)) this.#reads.set(record.x, []);
    if (record.r === "data") this.#reads.get(record.x)?.push(record);
    return "";
  }

  *end(): Generator<string> {
    this.#ingest.finish();
    const { name, by } = this.#context;
    const requests = new RunRequests(this.#ingest.timeline);
    yield formatTestHeader(toPrintableLine(name, 80), toPrintableLine(by, 40));
    yield `\nconst agents = ${JSON.stringify(requests.origins.map(({ variable }) => variable))};\n`;
    yield `const secrets = ${JSON.stringify(requests.secrets)};\n`;
    yield "const exchanges = [\n";
    for (const resendable of requests.resendable) yield this.#formatExchange(resendable);
    yield "];\n";
    yield TEST_BODY;
  }

  /** Empty for gRPC exchanges and for those without a response. */
  #formatExchange({ exchange, request }: ResendableRequest): string {
    const { head, body, end, id } = exchange;
    if (!head || body.isBinary) return "";
    const { method, url, headers } = request;
    const hidden = new SecretPlaceholders(request);
    const write = (value: unknown) => formatLiteral(value, JAVASCRIPT, hidden, "      ");
    const json = request.body === undefined ? null : parseRoundTripJson(request.body);
    const sent = json ? `JSON.stringify(${write(json.value)})` : write(request.body);
    const outline = createOutline(body.slice(0, body.length));
    const isCut = end !== null && !["complete", "unknown"].includes(end.record.cause);
    const response = { ...getResponseHead(head.record), reads: this.#getReads(id), isCut };
    return [
      "  {",
      `    title: ${formatLiteral(toPrintableLine(getRequestTitle(exchange), 80), JAVASCRIPT, hidden)},`,
      "    request: () => ({",
      `      url: ${write(url)},`,
      `      method: ${write(method)},`,
      `      headers: ${write(headers)},`,
      ...(request.body === undefined ? [] : [`      body: ${sent},`]),
      "    }),",
      `    outline: ${formatLiteral(outline, JAVASCRIPT, hidden, "    ")},`,
      `    response: ${formatLiteral(response, JAVASCRIPT, hidden, "    ")},`,
      "  },\n",
    ].join("\n");
  }

  #getReads(exchange: string): unknown[] {
    const reads = this.#reads.get(exchange) ?? [];
    return reads.map(({ text, b64 }) => text ?? { b64 });
  }
}

/** Headers about the transport, which do not apply to a replayed body. */
const TRANSPORT_HEADERS =
  /^(?:content-length|content-encoding|transfer-encoding|connection|keep-alive|date|set-cookie)$/i;

function getResponseHead({ status, headers }: HeadRecord): object {
  return { status, headers: headers.filter(([name]) => !TRANSPORT_HEADERS.test(name)).flat() };
}

/**
 * Kinds of events, states and names of artifacts, without consecutive duplicates. The generated test
 * contains the same code in JavaScript (`TEST_BODY`). `body` is an event stream, a JSON value,
 * or JSON Lines.
 */
function createOutline(body: string): string[] {
  const lines: string[] = [];
  for (const event of parseEvents(body)) {
    const line = formatOutlineLine(event);
    if (line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

function parseEvents(body: string): JsonObject[] {
  const whole = parseJson(body);
  if (whole !== undefined)
    return isArray(whole) ? whole.filter(isObject) : [whole].filter(isObject);
  const blocks = body.replace(/\r\n?/g, "\n").split("\n\n");
  const texts = blocks.flatMap((block) => {
    const lines = block.split("\n");
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
    return data.length > 0 ? [data.join("\n")] : lines;
  });
  return texts.map(parseJson).filter(isObject);
}

function formatOutlineLine(event: JsonObject): string {
  if (isObject(event.error)) return `error ${toPlainText(event.error.code)}`;
  const update = isObject(event.result) ? event.result : event;
  const status = update.statusUpdate ?? (update.kind === "status-update" ? update : null);
  if (isObject(status)) return `status ${getStateName(status)}`;
  const artifact = update.artifactUpdate ?? (update.artifact ? update : null);
  if (isObject(artifact)) return `artifact ${getArtifactName(artifact.artifact)}`;
  const task = update.task ?? (update.status ? update : null);
  if (isObject(task)) return `task ${getStateName(task)}`;
  return update.message || update.parts ? "message" : "other";
}

function getStateName({ status }: JsonObject): string {
  const state = isObject(status) ? status.state : status;
  return toPlainText(state).toLowerCase().replace("task_state_", "").replaceAll("_", "-");
}

function getArtifactName(artifact: unknown): string {
  return isObject(artifact) && typeof artifact.name === "string" ? artifact.name : "without a name";
}

/** Template of generated tests: the code around the recorded exchanges. */
const formatTestHeader = (name: string, by: string) => `// Test of ${name}. Generated by ${by}.
// Requires only Node.js 20 or newer:
//
//   node --test FILE                             replays the recorded agent
//   A2A_AGENT=http://… node --test FILE          tests a live agent
//
// Each recorded request is sent again. The outlines of the new and the recorded response must match:
// kinds of events, states and names of artifacts, but not their text. To test your own client, call
// it in \`send\`, which takes a request and returns the response body, or the events your client got.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

async function send({ url, ...request }) {
  const response = await fetch(url, request);
  let body = "";
  try {
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) body += text;
  } catch {
    // The recorded connection broke here too; if not, the comparison of outlines fails.
  }
  return body;
}
`;

const TEST_BODY = `
const isLive = process.env.A2A_AGENT !== undefined;
let server;

before(async () => {
  if (isLive) {
    for (const name of secrets) assert.ok(process.env[name], "Set " + name + ": secrets are not included in this file");
    return;
  }
  server = createServer(replay);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  for (const name of agents) process.env[name] = "http://127.0.0.1:" + server.address().port;
});

after(() => server?.close());

for (const [number, { title, request, outline: expected }] of exchanges.entries()) {
  test(number + 1 + ". " + title, async () => {
    current = number;
    const result = await send(request());
    const events = typeof result === "string" ? parseEvents(result) : result;
    assert.deepEqual(createOutline(events), expected);
  });
}

/** Index of the exchange under test. */
let current = 0;

/** Sends the recorded response, one socket read at a time. */
async function replay(request, response) {
  request.resume();
  const { status, headers, reads, isCut } = exchanges[current].response;
  response.writeHead(status, headers);
  for (const read of reads) response.write(typeof read === "string" ? read : Buffer.from(read.b64, "base64"));
  if (!isCut) return response.end();
  await new Promise((resolve) => response.write("", resolve));
  response.destroy();
}

/** \`body\` is an event stream, a JSON value, or JSON Lines. */
function parseEvents(body) {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const whole = parseJson(body);
  if (whole !== undefined) return [whole].flat().filter(isObject);
  const blocks = body.replace(/\\r\\n?/g, "\\n").split("\\n\\n");
  const texts = blocks.flatMap((block) => {
    const lines = block.split("\\n");
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
    return data.length > 0 ? [data.join("\\n")] : lines;
  });
  return texts.map(parseJson).filter(isObject);
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createOutline(events) {
  const lines = [];
  for (const event of events) {
    const line = formatLine(event);
    if (line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

function formatLine(event) {
  if (event.error?.constructor === Object) return "error " + event.error.code;
  const update = event.result?.constructor === Object ? event.result : event;
  const status = update.statusUpdate ?? (update.kind === "status-update" ? update : null);
  if (status) return "status " + getState(status);
  const artifact = update.artifactUpdate ?? (update.artifact ? update : null);
  if (artifact) return "artifact " + (artifact.artifact?.name ?? "without a name");
  const task = update.task ?? (update.status ? update : null);
  if (task) return "task " + getState(task);
  return update.message || update.parts ? "message" : "other";
}

function getState({ status }) {
  const state = status?.constructor === Object ? status.state : status;
  return String(state).toLowerCase().replace("task_state_", "").replaceAll("_", "-");
}
`;
