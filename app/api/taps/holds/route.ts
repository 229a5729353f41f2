import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getTaps } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** What the taps hold, and where they stop. As long as a page asks, it is there to let it go on. */
export const GET = handleErrors(async (request) => Response.json(getTaps(request).listHolds()));
