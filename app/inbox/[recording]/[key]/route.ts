import { handshake, noInbox } from "../../../../lib/server/notification.ts";
import { libraryOfInbox } from "../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ recording: string; key: string }>;
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { recording, key } = await params;
  return libraryOfInbox(recording, key)?.receive(request, recording, key) ?? noInbox();
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { recording, key } = await params;
  return libraryOfInbox(recording, key) ? handshake(request) : noInbox();
}
