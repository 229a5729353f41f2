/**
 * Workspaces of this process: one library, set of replays and demo agent in all, or one for each user.
 *
 * Guarantees: the user follows only from the token that the request guard has checked; no request
 * reaches the workspace of another user. Next.js gives each route its own module state but one
 * `globalThis`, so the workspaces are stored there.
 */
import { join } from "node:path";
import type { OperationHost } from "../operations/operation-host.ts";
import { DemoAgent } from "./demo/demo-agent.ts";
import { createDemoKey } from "./demo-access.ts";
import { Library } from "./library.ts";
import { LibraryHost } from "./operations/library-host.ts";
import { RunCache } from "./operations/run-cache.ts";
import { Replays } from "./replay/replays.ts";
import { USER_HEADER } from "./security/request-auth.ts";
import { readSettings } from "./settings.ts";

interface Workspace {
  readonly library: Library;
  readonly replays: Replays;
  readonly runs: RunCache;
  readonly demo: DemoAgent;
}

const WORKSPACES_KEY = Symbol.for("loupe.workspaces");

export function getLibrary(request: Request): Library {
  return getWorkspace(request).library;
}

export function getReplays(request: Request): Replays {
  return getWorkspace(request).replays;
}

export function getDemoAgent(request: Request): DemoAgent {
  return getWorkspace(request).demo;
}

/** Performs operations for the user of a request: on recordings, never on other files. */
export function createWorkspaceHost(request: Request): OperationHost {
  const { library, replays, runs } = getWorkspace(request);
  return new LibraryHost({
    library,
    runs,
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

/** A sender of notifications is not a user: the address determines the library. */
export function findInboxLibrary(recording: string, key: string): Library | null {
  const libraries = [...getWorkspaces().values()].map(({ library }) => library);
  return libraries.find(({ inboxes }) => inboxes.find(recording, key) !== null) ?? null;
}

function getWorkspace({ headers }: Request): Workspace {
  const user = headers.get(USER_HEADER) ?? "";
  const known = getWorkspaces().get(user);
  if (known) return known;
  const settings = readSettings();
  if (user !== "" && !settings.users.some(({ name }) => name === user)) {
    throw new Error("Unknown user.");
  }
  const { dataFolder } = settings;
  const token =
    settings.users.find(({ name }) => name === user)?.token ?? settings.token ?? undefined;
  const own = user === "" ? dataFolder : join(/*turbopackIgnore: true*/ dataFolder, "users", user);
  const workspace = {
    library: new Library({
      ...settings,
      dataFolder: own,
      ...(token !== undefined && { demoKey: createDemoKey(token) }),
    }),
    replays: new Replays(),
    runs: new RunCache(),
    demo: new DemoAgent(),
  };
  getWorkspaces().set(user, workspace);
  return workspace;
}

function getWorkspaces(): Map<string, Workspace> {
  const home: typeof globalThis & { [WORKSPACES_KEY]?: Map<string, Workspace> } = globalThis;
  home[WORKSPACES_KEY] ??= new Map();
  return home[WORKSPACES_KEY];
}
