/**
 * `loupe mcp`: serves the operations as tools of the Model Context Protocol over standard input and
 * output. Exit code 0: the client closed standard input, or a signal stopped it; 2: wrong arguments.
 */

import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../lib/mcp/create-mcp-server.ts";
import { CALL_OPTIONS } from "./call-options.ts";
import { defineCommand, UsageError } from "./command-line.ts";
import { createCommandHost } from "./operation-host.ts";
import { runCommand } from "./run-command.ts";
import type { TerminalOutput } from "./terminal.ts";

export const MCP = defineCommand({
  name: "mcp",
  operands: "",
  summary:
    "serves Loupe's operations as tools for coding agents, as a server of the Model Context Protocol over standard input and output. The headers are sent to agents that a tool calls; the coding agent does not see them.",
  options: { headers: CALL_OPTIONS.headers, headersTo: CALL_OPTIONS.headersTo },
  createRequest(options, [word]) {
    if (word !== undefined) throw new UsageError(`mcp takes no operand, not "${word}"`);
    return options;
  },
});

interface McpTerminal {
  readonly stdin: Readable;
  readonly stdout: Writable & TerminalOutput;
  readonly stderr: TerminalOutput;
}

export const main = (
  argv: readonly string[],
  terminal: McpTerminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(MCP, argv, terminal, async (options) => {
    const { stdin, stdout } = terminal;
    const { host, close } = createCommandHost(options);
    const ended = once(stdin, "close");
    const handle = serveStdio(() => createMcpServer(host), {
      transport: new StdioServerTransport(stdin, stdout),
    });
    await Promise.race([ended, stopped]);
    await handle.close();
    await close();
    return 0;
  });
