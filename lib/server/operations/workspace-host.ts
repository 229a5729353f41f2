/** Operations at the server: on the recordings of the user of a request. */

import type { OperationHost } from "../../operations/operation-host.ts";
import type { Library } from "../library.ts";
import { TapDirectory } from "../tap/control/tap-directory.ts";
import { getLibrary, getReplays } from "../workspace.ts";
import { LibraryHost } from "./library-host.ts";
import { RunCache } from "./run-cache.ts";

const CACHES = new WeakMap<Library, RunCache>();

/** Performs operations for the user of a request: on recordings, never on other files. */
export function createWorkspaceHost(request: Request): OperationHost {
  const [library, replays] = [getLibrary(request), getReplays(request)];
  const runs = CACHES.get(library) ?? new RunCache();
  CACHES.set(library, runs);
  return new LibraryHost({
    library,
    runs,
    taps: new TapDirectory(library.dataFolder),
    headers: [],
    headersTo: [],
    signal: request.signal,
    findFile: () => Promise.resolve(null),
    async serveRun(run, path, faults) {
      const { exchanges, hasCard, left } = await replays.start(
        { id: run, path },
        faults,
        request.signal,
      );
      const scheme = request.headers.get("x-forwarded-proto") ?? "http";
      const url = `${scheme}://${request.headers.get("host")}/replay/${encodeURIComponent(run)}`;
      return { url, exchanges, hasCard, left };
    },
    async stopServing(run) {
      const isServed = replays.list().some(({ id }) => id === run);
      replays.stop(run);
      return isServed;
    },
  });
}
