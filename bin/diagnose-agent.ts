/**
 * Checks whether an agent can be reached: its name, its card, and its endpoint.
 *
 * Guarantees: changes nothing at the agent: asks for its card, and for a task that does not exist;
 * keeps no recording.
 */

import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { CardAttempt, ConnectResponse } from "../lib/api/api-types.ts";
import { PROBE_CALL } from "../lib/protocol/call.ts";
import { parseAgentAddress } from "../lib/protocol/card/candidates.ts";
import {
  type AgentCard,
  BINDING_NAMES,
  type Endpoint,
  readCard,
  selectEndpoint,
} from "../lib/protocol/card/card.ts";
import { describeOfferedCard } from "../lib/protocol/card/shared-card.ts";
import { encodeCall } from "../lib/protocol/encode/encode.ts";
import { createAuthenticationReport } from "../lib/report/authentication-report.ts";
import { connect } from "../lib/server/agent/connect.ts";
import { getCardLimits } from "../lib/server/exchange/exchange-limits.ts";
import type { Library } from "../lib/server/library.ts";
import { createLibrary, maskAddressSecrets } from "../lib/server/live/live-agent.ts";
import { createAuthDemandFinder } from "../lib/timeline/auth-demand.ts";
import { replaceHeaders } from "../lib/wire/headers.ts";
import type { HeaderList, WireRecord } from "../lib/wire/record.ts";
import { createOk, createWrong, type Diagnosis } from "./diagnosis.ts";
import { readLog } from "./read-log.ts";

const CREDENTIALS_REMEDY = 'Give credentials: -H "Authorization: Bearer …".';

export async function* diagnoseAgent(
  address: string,
  headers: HeaderList,
): AsyncGenerator<Diagnosis> {
  const url = parseAgentAddress(address);
  if ("error" in url) {
    yield createWrong("address", url.error, "Give the address of the agent or of its card.");
    return;
  }
  const name = await diagnoseName(url.hostname.replace(/^\[|\]$/g, ""));
  if (name) yield name;
  if (name?.level === "wrong") return;
  const folder = await mkdtemp(join(tmpdir(), "loupe-doctor-"));
  try {
    const library = createLibrary(folder, {});
    const found = await connect(library, { address, headers });
    const mask = (text: string) => maskAddressSecrets(address, text);
    const demand = isDenied(found.tried) ? await findDemand(library, found.recording) : "";
    for (const one of diagnoseCard(url, address, found, headers, demand)) {
      yield { ...one, message: mask(one.message) };
    }
    const card = found.card && readFoundCard(found.card);
    if (card) yield* diagnoseInterface(library, card, found.recording, headers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `null` for an IP address. */
async function diagnoseName(host: string): Promise<Diagnosis | null> {
  if (isIP(host) > 0) return null;
  try {
    const addresses = await lookup(host, { all: true });
    const listed = addresses.map(({ address }) => address).join(", ");
    return createOk("dns", `${host} is ${listed}.`);
  } catch {
    return createWrong(
      "dns",
      `The host ${host} was not found.`,
      "Check its spelling. An internal name may need your VPN.",
    );
  }
}

function* diagnoseCard(
  { protocol }: URL,
  address: string,
  { tried, card, grpc, denied, offered }: ConnectResponse,
  headers: HeaderList,
  demand: string,
): Generator<Diagnosis> {
  const responses = tried.filter(({ status }) => status !== null);
  const first = responses[0];
  if (!first) {
    yield createWrong(
      "connection",
      tried[0]?.outcome ?? "The agent does not respond.",
      "Check that the agent is running and the address is right.",
    );
    return;
  }
  yield createOk("connection", `The first response came after ${first.ms} ms.`);
  if (protocol === "https:") yield createOk("tls", "The agent's certificate is trusted.");
  if (card) {
    yield createOk("card", `The agent card is at ${card.url}.`);
    return;
  }
  if (offered) {
    const { name, path, place, address: other } = describeOfferedCard(address, offered);
    yield createWrong(
      "card",
      `No agent card is at ${path}. Found ${JSON.stringify(name)} ${place}, which does not list this address.`,
      `To check that agent, give its address: ${other}.`,
    );
    return;
  }
  const outcomes = tried.map(({ url, outcome }) => `${url}: ${outcome}`).join(" ");
  const remedy = isDenied(tried)
    ? headers.length > 0
      ? "Check that the credentials are right and have not expired."
      : CREDENTIALS_REMEDY
    : grpc
      ? `Call the agent without a card: loupe record with --binding grpc --a2a-version ${grpc.version}.`
      : "Give the address of the card itself, or serve it at /.well-known/agent-card.json.";
  const problem = denied ? "The card needs credentials." : "No agent card was found.";
  yield createWrong("card", `${problem} ${outcomes}${demand}`, remedy);
}

/** What the newest response that rejects the caller asks for, after a space. */
async function findDemand(library: Library, recording: string): Promise<string> {
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  const { timeline } = await readLog(
    await library.recordings.getPath(recording),
    Readable.from([]),
  );
  const find = createAuthDemandFinder(timeline);
  const [demand] = timeline.exchanges.toReversed().flatMap((exchange) => find(exchange) ?? []);
  return demand ? ` ${createAuthenticationReport(demand).text.join(" ")}` : "";
}

const isDenied = (tried: readonly CardAttempt[]) => tried.some(({ status }) => isRejection(status));

const isRejection = (status: number | null) => status === 401 || status === 403;

interface FoundCard {
  readonly card: AgentCard | null;
  /** The reason if there is none that can be called. */
  readonly endpoint: Endpoint | string;
  readonly origin: string;
}

function readFoundCard({ text, url }: NonNullable<ConnectResponse["card"]>): FoundCard {
  const card = readCard(JSON.parse(text.replace(/^\ufeff/, "")));
  const endpoint = card ? selectEndpoint(card, url) : "The card is not a JSON object.";
  return { card, endpoint, origin: new URL(url).origin };
}

async function* diagnoseInterface(
  library: Library,
  { endpoint, origin }: FoundCard,
  recording: string,
  headers: HeaderList,
): AsyncGenerator<Diagnosis> {
  if (typeof endpoint === "string") {
    yield createWrong(
      "interface",
      `The card has no interface that Loupe can call: ${endpoint}`,
      "Add an interface with an absolute URL to the card.",
    );
    return;
  }
  const { url, binding, version, tenant } = endpoint;
  // Only the card names another origin, so it gets no credentials.
  const sent = new URL(url).origin === origin ? headers : [];
  const id = randomUUID();
  const target = { url, binding, version, id, freshId: id, ...(tenant !== null && { tenant }) };
  const call = encodeCall(PROBE_CALL, target);
  let status: number | null = null;
  const observe = (record: WireRecord) => {
    if (record.r === "head") status = record.status;
  };
  const { done } = await library.exchanges.start(
    { ...call, headers: replaceHeaders(call.headers, sent), recording },
    { getLimits: getCardLimits, observe },
  );
  const end = await done;
  const demand = isRejection(status) ? await findDemand(library, recording) : "";
  yield describeEndpoint(endpoint, status, end.error?.message ?? end.cause, demand);
}

/** An agent may answer for an unknown task with any status but these. */
function describeEndpoint(
  { binding, version, url }: Endpoint,
  status: number | null,
  reason: string,
  demand: string,
): Diagnosis {
  const name = `${BINDING_NAMES[binding]}, A2A ${version}, at ${url}`;
  if (status === null) {
    return createWrong(
      "interface",
      `${name} does not respond: ${reason}`,
      "Check the URL in the card: others must be able to reach it.",
    );
  }
  if (isRejection(status)) {
    return createWrong(
      "interface",
      `${name} requires credentials (HTTP ${status}).${demand}`,
      CREDENTIALS_REMEDY,
    );
  }
  const isAbsent = status === 404 && binding === "jsonrpc";
  if (isAbsent || status === 405 || status >= 500) {
    return createWrong(
      "interface",
      `${name} does not handle calls (HTTP ${status}).`,
      "Check the URL and binding in the card, and the agent's log.",
    );
  }
  return createOk("interface", `${name} responds (HTTP ${status}).`);
}
