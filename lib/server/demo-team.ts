/**
 * The demo team: a planner at this server's own address that calls two agents on loopback sockets,
 * through a tap that records into the recording of the message.
 *
 * Guarantees: starts with the first message, and taps only while one is answered; a call is
 * recorded only if it has a trace ID that Loupe sent with a message, so no other program can write to
 * a recording.
 */

import { randomBytes } from "node:crypto";
import type { ExchangeRequest } from "../api/schemas/api-requests.ts";
import type { CallerProgram, HeaderList, OpenHop } from "../wire/record.ts";
import { createHotelAgent } from "./demo/hotel-agent.ts";
import { createPlanner, type TeamConnection } from "./demo/planner.ts";
import type { ScriptedAgent } from "./demo/scripted-agent.ts";
import { startTeamServer, type TeamServer } from "./demo/team-server.ts";
import { createWeatherAgent } from "./demo/weather-agent.ts";
import { isTeamPath, type ListenAddress } from "./demo-access.ts";
import { isOwnDemoUrl } from "./demo-headers.ts";
import type { LibraryTap, LibraryTapOptions } from "./library-taps.ts";
import type { Recorder } from "./recording/recorder.ts";
import { formatAddress, type HostAndPort } from "./tap/tap-route.ts";

interface TeamCall {
  /** Sent with the request. */
  readonly headers: HeaderList;
  /** The way from Loupe to the planner. */
  readonly hop: OpenHop;
}

/** Prepares Loupe's own requests to its demo team. */
export interface TeamCallPreparer {
  /** `null` for requests to other agents. */
  prepareCall(
    request: Pick<ExchangeRequest, "method" | "url" | "headers">,
    recorder: Recorder,
  ): TeamCall | null;
}

interface DemoTeamOptions {
  readonly server: ListenAddress & { readonly hosts: readonly string[] };
  startTap(options: LibraryTapOptions): Promise<LibraryTap>;
  /** Milliseconds between two tokens. */
  readonly pace?: number;
}

interface ExpectedMessage {
  readonly recorder: Recorder;
  /** The planner's address as the recording has it. */
  readonly planner: HostAndPort;
}

interface TeamMembers {
  readonly key: string;
  readonly weather: TeamServer;
  readonly hotel: TeamServer;
}

const PACE_MS = 40;
const WEATHER_PACES = 15;
/** Messages that were sent and have not arrived; more were lost on the way. */
const MAX_EXPECTED = 64;
const PLANNER_NAME = "Trip planner";

export class DemoTeam implements TeamCallPreparer {
  readonly #options: DemoTeamOptions;
  readonly #pace: number;
  readonly #planner: ScriptedAgent;
  /** By trace ID. */
  readonly #expected = new Map<string, ExpectedMessage>();
  #members: Promise<TeamMembers> | null = null;

  constructor(options: DemoTeamOptions) {
    this.#options = options;
    this.#pace = options.pace ?? PACE_MS;
    this.#planner = createPlanner(this.#pace, (traceId) => this.#connect(traceId));
  }

  /** `path` follows the planner's own URL, the endpoint. */
  handleRequest(request: Request, endpoint: string, path: string): Promise<Response> {
    return this.#planner.handleRequest(request, endpoint, path);
  }

  prepareCall(
    { method, url, headers }: Pick<ExchangeRequest, "method" | "url" | "headers">,
    recorder: Recorder,
  ): TeamCall | null {
    const { server } = this.#options;
    if (!isOwnDemoUrl(url, server) || !isTeamPath(new URL(url).pathname)) return null;
    const { hostname, port, protocol } = new URL(url);
    const planner = {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80),
    };
    const target = formatAddress(planner);
    const caller = { address: hostname, port: 0, program: describeProgram("Loupe", []) };
    const hop = { listen: target, target, connection: 1, caller, firstByte: null } as const;
    const given = headers.find(([name]) => name.toLowerCase() === "traceparent")?.[1];
    const traceId = given?.split("-")[1] ?? randomBytes(16).toString("hex");
    if (method === "POST") this.#expect(traceId, { recorder, planner });
    const spanId = randomBytes(8).toString("hex");
    return {
      headers: given === undefined ? [["traceparent", `00-${traceId}-${spanId}-01`]] : [],
      hop: { via: "direct", ...hop },
    };
  }

  async close(): Promise<void> {
    const members = await this.#members;
    members?.weather.close();
    members?.hotel.close();
  }

  #expect(traceId: string, message: ExpectedMessage): void {
    this.#expected.set(traceId, message);
    const [oldest] = this.#expected.keys();
    if (this.#expected.size > MAX_EXPECTED && oldest !== undefined) this.#expected.delete(oldest);
  }

  /** Through a tap, if it is known where to record. */
  async #connect(traceId: string | null): Promise<TeamConnection> {
    const { key, weather, hotel } = await this.#getMembers();
    const expected = this.#expected.get(traceId ?? "");
    if (!expected) {
      const close = () => Promise.resolve();
      return { key, weather: weather.address, hotel: hotel.address, close };
    }
    this.#expected.delete(traceId ?? "");
    const { recorder, planner } = expected;
    const program = describeProgram(PLANNER_NAME, [planner.port]);
    const tap = await this.#options.startTap({
      recorder,
      routes: [weather, hotel].map(({ address }) => ({
        via: "takeover",
        listen: { host: "127.0.0.1", port: 0 },
        target: { ...parseAddress(address), isSecure: false, prefix: "" },
      })),
      // These are this process' own agents.
      policy: { wide: false, allow: [] },
      programs: { find: () => program },
    });
    const [first = weather.address, second = hotel.address] = tap.routes.map(({ listen }) =>
      formatAddress(listen),
    );
    return { key, weather: first, hotel: second, close: () => tap.stop() };
  }

  #getMembers(): Promise<TeamMembers> {
    this.#members ??= startMembers(this.#pace).catch((error: unknown) => {
      this.#members = null;
      throw error;
    });
    return this.#members;
  }
}

async function startMembers(pace: number): Promise<TeamMembers> {
  const key = randomBytes(24).toString("base64url");
  const weather = await startTeamServer(createWeatherAgent(pace * WEATHER_PACES), key);
  return { key, weather, hotel: await startTeamServer(createHotelAgent(pace), key) };
}

/** The agents share one process, so each is described by its own port. */
const describeProgram = (name: string, listens: readonly number[]): CallerProgram => ({
  pid: process.pid,
  name,
  listens,
});

function parseAddress(address: string): HostAndPort {
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at), port: Number(address.slice(at + 1)) };
}
