import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** Uploads what waits, without waiting any longer. */
export const POST = handleErrors(async (request) => {
  const { sharedStore } = getLibrary(request).recordings;
  await sharedStore?.syncNow();
  return Response.json(sharedStore?.getState() ?? null);
});

/** The user has seen the changes that lost. */
export const DELETE = handleErrors(async (request) => {
  getLibrary(request).recordings.sharedStore?.dismissConflicts();
  return new Response(null, { status: 204 });
});
