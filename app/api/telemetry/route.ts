import { TELEMETRY_CHANGE, TRACE_URL_CHANGE } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getTelemetry } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getTelemetry(request).getState()),
);

export const PUT = handleErrors(async (request) =>
  Response.json(await getTelemetry(request).change(await readRequest(request, TELEMETRY_CHANGE))),
);

/** Changes the address of traces in the backend. */
export const PATCH = handleErrors(async (request) => {
  const { traceUrl } = await readRequest(request, TRACE_URL_CHANGE);
  return Response.json(await getTelemetry(request).changeTraceUrl(traceUrl));
});

/** Sends what waits, without waiting any longer. */
export const POST = handleErrors(async (request) => {
  const telemetry = getTelemetry(request);
  telemetry.sendNow();
  return Response.json(await telemetry.getState());
});
