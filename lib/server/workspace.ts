/**
 * The process's library, served logs and demo agent: one of each, or one for each user.
 *
 * Guarantees: whose they are follows from the token alone, which the admission has seen; what is
 * one user's is found under no request of another. Next.js gives each route a module state of its
 * own, but one `globalThis`, so that is where they live.
 */
import { join } from "node:path";
import { DemoAgent } from "./demo/demo-agent.ts";
import { createDemoKey } from "./demo-access.ts";
import { Library } from "./library.ts";
import { Replays } from "./replay/replays.ts";
import { USER_HEADER } from "./request-auth.ts";
import { readSettings } from "./settings.ts";

interface Workspace {
  readonly library: Library;
  readonly replays: Replays;
  readonly demo: DemoAgent;
}

const WORKSPACES_KEY = Symbol.for("loupe.desks");

export function getLibrary(request: Request): Library {
  return getWorkspace(request).library;
}

export function getReplays(request: Request): Replays {
  return getWorkspace(request).replays;
}

export function getDemoAgent(request: Request): DemoAgent {
  return getWorkspace(request).demo;
}

/** Whoever posts to an inbox is no user: the address says whose it is. */
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
    throw new Error("This user is not known here.");
  }
  const { dataFolder } = settings;
  const token =
    settings.users.find(({ name }) => name === user)?.token ?? settings.token ?? undefined;
  const own = user === "" ? dataFolder : join(/*turbopackIgnore: true*/ dataFolder, "users", user);
  const desk = {
    library: new Library({
      ...settings,
      dataFolder: own,
      ...(token !== undefined && { demoKey: createDemoKey(token) }),
    }),
    replays: new Replays(),
    demo: new DemoAgent(),
  };
  getWorkspaces().set(user, desk);
  return desk;
}

function getWorkspaces(): Map<string, Workspace> {
  const home: typeof globalThis & { [WORKSPACES_KEY]?: Map<string, Workspace> } = globalThis;
  home[WORKSPACES_KEY] ??= new Map();
  return home[WORKSPACES_KEY];
}
