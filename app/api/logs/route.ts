import { LOG_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { fetchLog } from "../../../lib/server/http/fetch-log.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { readSettings } from "../../../lib/server/settings.ts";
import { getBucketUrl, readStoreSettings } from "../../../lib/server/store/store-settings.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** The bytes of a log at another address. */
export const POST = handleErrors(async (request) => {
  const { wide, allowTargets, host, port } = readSettings();
  const { answerBytes, silenceMs } = await getLibrary(request).limits.getValues();
  const { url } = await readRequest(request, LOG_REQUEST);
  const store = readStoreSettings();
  const log = await fetchLog({
    url,
    origin: request.headers.get("origin") ?? new URL(request.url).origin,
    policy: { wide, allow: allowTargets, server: { host, port } },
    storeOrigin: store && getBucketUrl(store).origin,
    maxBytes: answerBytes,
    idleMs: silenceMs,
    signal: request.signal,
  });
  return new Response(log, {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "no-store, no-transform",
    },
  });
});
