/** Connects to the demo team and sends its first message, so that calls between agents show at once. */
import { DEMO_TEAM_PATH } from "../../lib/api/demo-paths.ts";
import type { AppContext } from "../app-shell/feature.ts";

const FIRST_MESSAGE = "plan a weekend in Lisbon";

export async function tryDemoTeam({ agent, view }: AppContext): Promise<void> {
  const address = `${location.origin}${DEMO_TEAM_PATH}`;
  await agent.connect(address);
  const { phase } = agent.getState();
  if (phase.kind !== "connected" || phase.address !== address) return;
  const messageId = crypto.randomUUID();
  const message = { text: FIRST_MESSAGE, messageId, taskId: null, contextId: null };
  const exchange = await agent.send({ operation: "stream", message });
  if (exchange !== null) view.setState({ following: true, scope: "all", cursor: null });
}
