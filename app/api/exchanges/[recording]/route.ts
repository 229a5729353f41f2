import type { ExchangesAborted } from "../../../../lib/api/api-types.ts";
import { ApiError, handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ recording: string }>;
}

/** Stops all exchanges of a recording that this server performs. */
export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  const { recording } = await params;
  const library = getLibrary(request);
  const aborted = await library.exchanges.abortAll(recording);
  if (aborted === 0) {
    await library.recordings.store.markers.checkNotHeldElsewhere(recording);
    if (library.taps.isLive(recording)) {
      throw new ApiError("live", "A tap records this run.", "Stop it in Tap agents.");
    }
  }
  return Response.json({ aborted } satisfies ExchangesAborted);
});
