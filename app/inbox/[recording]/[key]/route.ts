import {
  createHandshakeResponse,
  createNoInboxResponse,
} from "../../../../lib/server/inbox/notification.ts";
import { findInboxLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ recording: string; key: string }>;
}

export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { recording, key } = await params;
  return (
    findInboxLibrary(recording, key)?.inboxes.receive(request, recording, key) ??
    createNoInboxResponse()
  );
}

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  const { recording, key } = await params;
  return findInboxLibrary(recording, key)
    ? createHandshakeResponse(request)
    : createNoInboxResponse();
}
