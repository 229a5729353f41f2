/**
 * Exporter for a self-contained test in JavaScript: the recorded exchanges, a server that replays
 * them, and the outline that each response must have. It tests a client, or a live agent, against
 * the recording.
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
import { formatTestHeader, TEST_BODY } from "./test-template.ts";

export const testFile: Exporter = {
  id: "test",
  title: "Test for node --test",
  extension: ".test.mjs",
  mediaType: "text/javascript",
  description:
    "Regression test in one file: replays the run to your client, or resends it to your agent.",
  missingFeatures: ["times", "comments", "grpc", "notifications", "redirects", "hops", "notes"],
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
 * contains the same code in JavaScript (`test-template.ts`). `body` is an event stream, a JSON value,
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
