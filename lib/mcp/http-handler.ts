/** Serves MCP over HTTP. Who may call is decided before, by the request guard. */

import { createMcpHandler } from "@modelcontextprotocol/server";
import type { OperationHost } from "../operations/operation-host.ts";
import { createMcpServer } from "./create-mcp-server.ts";

/** `createHost` returns the host of the caller. Each request gets a server of its own. */
export function createHttpHandler(
  createHost: (request: Request) => OperationHost,
): (request: Request) => Promise<Response> {
  const { fetch } = createMcpHandler(({ requestInfo }) => {
    if (!requestInfo) throw new Error("There is no request to serve.");
    return createMcpServer(createHost(requestInfo));
  });
  return (request) => fetch(request);
}
