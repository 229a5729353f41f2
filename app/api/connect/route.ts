import { readConnectRequest } from "../../../lib/server/asked.ts";
import { connect } from "../../../lib/server/connect.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const POST = answering(async (request) =>
  Response.json(await connect(libraryOf(request), await readConnectRequest(request))),
);
