export const dynamic = "force-dynamic";

type Handler = (request: Request) => Promise<Response>;

let handler: Promise<Handler> | null = null;

/** The tools and their rules are large, so they load with the first call. */
export async function POST(request: Request): Promise<Response> {
  handler ??= loadHandler();
  return (await handler)(request);
}

async function loadHandler(): Promise<Handler> {
  const [{ createHttpHandler }, { createWorkspaceHost }] = await Promise.all([
    import("../../lib/mcp/http-handler.ts"),
    import("../../lib/server/operations/workspace-host.ts"),
  ]);
  return createHttpHandler(createWorkspaceHost);
}
