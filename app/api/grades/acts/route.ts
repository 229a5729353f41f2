import { describeActsFiles } from "../../../../lib/server/conform/acts-files.ts";
import { handleErrors } from "../../../../lib/server/http/api-error.ts";

export const dynamic = "force-dynamic";

/** The ACTS test files that this Loupe grades by; `null` if it was started without. */
export const GET = handleErrors(async () => Response.json(await describeActsFiles()));
