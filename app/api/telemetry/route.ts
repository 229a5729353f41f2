import { handleErrors } from "../../../lib/server/http/api-error.ts";
import {
  readTelemetryChange,
  readTraceUrlChange,
} from "../../../lib/server/http/library-requests.ts";
import { getTelemetry } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getTelemetry(request).getState()),
);

export const PUT = handleErrors(async (request) =>
  Response.json(await getTelemetry(request).change(await readTelemetryChange(request))),
);

/** Changes the address of traces in the backend. */
export const PATCH = handleErrors(async (request) =>
  Response.json(await getTelemetry(request).changeTraceUrl(await readTraceUrlChange(request))),
);

/** Sends what waits, without waiting any longer. */
export const POST = handleErrors(async (request) => {
  const telemetry = getTelemetry(request);
  telemetry.sendNow();
  return Response.json(await telemetry.getState());
});
