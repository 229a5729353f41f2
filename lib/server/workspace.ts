/**
 * Workspaces of this process: one library, set of replays, taps and demo agents in all, or one for each
 * user.
 *
 * Guarantees: the user follows only from the token that the request guard has checked; no request
 * reaches the workspace of another user. Next.js gives each route its own module state but one
 * `globalThis`, so the workspaces are stored there.
 */
import { join } from "node:path";
import { Clients } from "./clients/clients.ts";
import { createDemoAgent } from "./demo/demo-agent.ts";
import type { ScriptedAgent } from "./demo/scripted-agent.ts";
import { createDemoKey } from "./demo-access.ts";
import { DemoTeam } from "./demo-team.ts";
import { Library } from "./library.ts";
import { Replays } from "./replay/replays.ts";
import { USER_HEADER } from "./security/request-auth.ts";
import { readSettings } from "./settings.ts";
import { readStoreSettings, type StoreSettings } from "./store/store-settings.ts";
import { Taps } from "./taps.ts";
import { Telemetry } from "./telemetry/telemetry.ts";

interface Workspace {
  readonly library: Library;
  readonly replays: Replays;
  readonly taps: Taps;
  readonly clients: Clients;
  readonly demo: ScriptedAgent;
  readonly demoTeam: DemoTeam;
  readonly telemetry: Telemetry;
}

const WORKSPACES_KEY = Symbol.for("loupe.workspaces");

export function getLibrary(request: Request): Library {
  return getWorkspace(request).library;
}

export function getReplays(request: Request): Replays {
  return getWorkspace(request).replays;
}

export function getTaps(request: Request): Taps {
  return getWorkspace(request).taps;
}

export function getClients(request: Request): Clients {
  return getWorkspace(request).clients;
}

export function getDemoAgent(request: Request): ScriptedAgent {
  return getWorkspace(request).demo;
}

export function getDemoTeam(request: Request): DemoTeam {
  return getWorkspace(request).demoTeam;
}

export function getTelemetry(request: Request): Telemetry {
  return getWorkspace(request).telemetry;
}

/** So that the first page need not wait for the list of a large library. */
export function loadLibrary(): void {
  if (readSettings().users.length > 0) return;
  getUserWorkspace("")
    .library.recordings.catalog.getState()
    .catch(() => undefined);
}

/** Before the process ends, every tap ends its calls, and records them. */
export function stopTapsOnSignals(): void {
  for (const [signal, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const]) {
    process.once(signal, () => {
      const stopped = [...getWorkspaces().values()].map(({ taps }) => taps.stopAll());
      void Promise.allSettled(stopped).then(() => {
        // Otherwise Next.js ends the process: see `scripts/site-server.cjs`.
        if (process.env.NEXT_MANUAL_SIG_HANDLE) process.exit(code);
      });
    });
  }
}

/** A sender of notifications is not a user: the address determines the library. */
export function findInboxLibrary(recording: string, key: string): Library | null {
  const libraries = [...getWorkspaces().values()].map(({ library }) => library);
  return libraries.find(({ inboxes }) => inboxes.find(recording, key) !== null) ?? null;
}

const getWorkspace = ({ headers }: Request) => getUserWorkspace(headers.get(USER_HEADER) ?? "");

function getUserWorkspace(user: string): Workspace {
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
  const { wide, allowTargets, host, port } = settings;
  const sharedStore = readStoreSettings();
  const demoTeam = new DemoTeam({
    server: settings,
    startTap: (options) => library.taps.start(options),
  });
  const library: Library = new Library({
    ...settings,
    dataFolder: own,
    ...(sharedStore && { sharedStore: getUserStore(sharedStore, user) }),
    ...(token !== undefined && { demoKey: createDemoKey(token) }),
    demoTeam,
    onExchangeEnd: (recording, exchange) => void telemetry.onExchangeEnd(recording, exchange),
  });
  const telemetry = new Telemetry({
    dataFolder: own,
    getPath: (recording) => library.recordings.getPath(recording),
    policy: { wide, allow: allowTargets, server: { host, port } },
    link: settings.publicUrl ?? (wide ? null : `http://127.0.0.1:${port}`),
    isShared: wide || settings.users.length > 0,
  });
  const workspace = {
    library,
    telemetry,
    replays: new Replays(),
    taps: new Taps(library, settings),
    clients: new Clients(),
    demo: createDemoAgent(),
    demoTeam,
  };
  getWorkspaces().set(user, workspace);
  return workspace;
}

/** Users of a shared Loupe have recordings of their own, in the store too. */
function getUserStore(store: StoreSettings, user: string): StoreSettings {
  return user === "" ? store : { ...store, prefix: `${store.prefix}users/${user}/` };
}

function getWorkspaces(): Map<string, Workspace> {
  const home: typeof globalThis & { [WORKSPACES_KEY]?: Map<string, Workspace> } = globalThis;
  home[WORKSPACES_KEY] ??= new Map();
  return home[WORKSPACES_KEY];
}
