// An agent whose server answers every address but that of its card with a landing object, as those of
// python-a2a do. Its messages fail with plain text.
import { createServer } from "node:http";
import { closeServer, listen } from "./agent.ts";

export interface LandingAgent {
  readonly url: string;
  /** The paths that were requested, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface LandingOptions {
  /** The path of the card; `null` if there is none. */
  readonly cardPath?: string | null;
  /** What the landing object says of the card. */
  readonly link?: string;
  /** The paths at which it is; by default everywhere. */
  readonly isLanding?: (path: string) => boolean;
  /** What it answers to a message. */
  readonly failure?: string;
}

export async function startLandingAgent({
  cardPath = "/a2a/agent.json",
  link = "/a2a/agent.json",
  isLanding = () => true,
  failure = "Error: Message.__init__() got an unexpected keyword argument 'metadata'",
}: LandingOptions = {}): Promise<LandingAgent> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(`${request.method} ${path}`);
    request.resume();
    const sendJson = (value: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(value));
    };
    if (request.method === "POST") {
      response.writeHead(500, { "content-type": "text/plain" }).end(failure);
    } else if (path === cardPath) sendJson({ ...CARD, url: `${url}/a2a` });
    else if (isLanding(path)) sendJson({ ...LANDING, agent_card_url: link });
    else response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
  });
  const url = await listen(server);
  return { url, requests, close: () => closeServer(server) };
}

const CAPABILITIES = { streaming: true, pushNotifications: false, stateTransitionHistory: false };

const LANDING = {
  name: "Tides",
  description: "Knows the tides.",
  version: "1.0.0",
  protocol: "a2a",
  capabilities: CAPABILITIES,
};

const CARD = {
  name: "Tides",
  description: "Knows the tides.",
  version: "1.0.0",
  protocolVersion: "0.3.0",
  capabilities: { ...CAPABILITIES, streaming: false },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "tides", name: "Tides", description: "High water.", tags: ["sea"] }],
};
