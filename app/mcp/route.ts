import { createHttpHandler } from "../../lib/mcp/http-handler.ts";
import { createWorkspaceHost } from "../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = createHttpHandler(createWorkspaceHost);
