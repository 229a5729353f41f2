/** What stands in every test that Loupe writes, around the recorded exchanges. */

export const formatTestHeader = (
  name: string,
  by: string,
) => `// ${name}, as a test. Written by ${by}.
// It needs nothing but Node.js, 20 or newer:
//
//   node --test FILE                             plays the recorded agent itself
//   A2A_AGENT=http://… node --test FILE          asks a live agent instead
//
// Each request is sent as it was, and its answer held against the recorded one in outline: kinds of
// events, states and names of artifacts, not their words. To test a client of yours, let \`ask\` use
// it: it gets a request and returns the body of the answer, or the events that your client saw.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

async function ask({ url, ...request }) {
  const response = await fetch(url, request);
  let body = "";
  try {
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) body += text;
  } catch {
    // The recorded connection broke here, too, or the outline below says that it did not.
  }
  return body;
}
`;

export const TEST_BODY = `
const isLive = process.env.A2A_AGENT !== undefined;
let server;

before(async () => {
  if (isLive) {
    for (const name of secrets) assert.ok(process.env[name], "Set " + name + " to what was left out here");
    return;
  }
  server = createServer(play);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  for (const name of agents) process.env[name] = "http://127.0.0.1:" + server.address().port;
});

after(() => server?.close());

for (const [number, { title, request, outline: expected }] of exchanges.entries()) {
  test(number + 1 + ". " + title, async () => {
    playing = number;
    const seen = await ask(request());
    assert.deepEqual(outline(typeof seen === "string" ? eventsIn(seen) : seen), expected);
  });
}

/** Answers as the recorded agent did, read by read. */
let playing = 0;
async function play(request, response) {
  request.resume();
  const { status, headers, reads, isCut } = exchanges[playing].answer;
  response.writeHead(status, headers);
  for (const read of reads) response.write(typeof read === "string" ? read : Buffer.from(read.b64, "base64"));
  if (!isCut) return response.end();
  await new Promise((resolve) => response.write("", resolve));
  response.destroy();
}

/** Of a body that is an event stream, a JSON value, or JSON Lines. */
function eventsIn(body) {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const whole = parsed(body);
  if (whole !== undefined) return [whole].flat().filter(isObject);
  const blocks = body.replace(/\\r\\n?/g, "\\n").split("\\n\\n");
  const texts = blocks.flatMap((block) => {
    const lines = block.split("\\n");
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
    return data.length > 0 ? [data.join("\\n")] : lines;
  });
  return texts.map(parsed).filter(isObject);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function outline(events) {
  const lines = [];
  for (const event of events) {
    const line = lineOf(event);
    if (line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

function lineOf(event) {
  if (event.error?.constructor === Object) return "error " + event.error.code;
  const said = event.result?.constructor === Object ? event.result : event;
  const status = said.statusUpdate ?? (said.kind === "status-update" ? said : null);
  if (status) return "status " + stateIn(status);
  const update = said.artifactUpdate ?? (said.artifact ? said : null);
  if (update) return "artifact " + (update.artifact?.name ?? "without a name");
  const task = said.task ?? (said.status ? said : null);
  if (task) return "task " + stateIn(task);
  return said.message || said.parts ? "message" : "other";
}

function stateIn({ status }) {
  const state = status?.constructor === Object ? status.state : status;
  return String(state).toLowerCase().replace("task_state_", "").replaceAll("_", "-");
}
`;
