/** The stores of one page: the open run, the agent, the view and the credentials. */
import type { AgentStore } from "../../lib/session/agent.ts";
import { type CredentialStore, createCredentialStore } from "../../lib/session/credentials.ts";
import { createRunStore, type RunStore } from "../../lib/session/run.ts";
import { createViewStore, type ViewStore } from "../../lib/session/view.ts";

export interface Session {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
  readonly credentials: CredentialStore;
  /** The page has no server and only shows its embedded run. */
  readonly standsAlone: boolean;
}

export interface SessionOptions {
  /** Creates the agent store; the standalone viewer uses one that never calls agents. */
  readonly createAgent: (run: RunStore, credentials: CredentialStore) => AgentStore;
  readonly standsAlone?: boolean;
}

export function createSession({ createAgent, standsAlone = false }: SessionOptions): Session {
  const run = createRunStore();
  const credentials = createCredentialStore();
  const agent = createAgent(run, credentials);
  return { run, agent, view: createViewStore(), credentials, standsAlone };
}
