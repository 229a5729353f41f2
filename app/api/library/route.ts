import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async (request) => Response.json(await libraryOf(request).state()));
