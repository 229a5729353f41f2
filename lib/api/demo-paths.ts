/** Where this server's demo agents are. */

export const DEMO_AGENT_PATH = "/demo";
/** The planner, whose team has no address of its own. */
export const DEMO_TEAM_PATH = "/demo/team";
