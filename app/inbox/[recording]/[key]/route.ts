import { handshake, noInbox } from "../../../../lib/server/notification.ts";
import { library } from "../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ recording: string; key: string }>;
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { recording, key } = await params;
  return library().receive(request, recording, key);
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { recording, key } = await params;
  return library().inboxes.find(recording, key) ? handshake(request) : noInbox();
}
