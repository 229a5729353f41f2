/**
 * The process's library, served logs and demo agent: one of each, or one for each user.
 *
 * Guarantees: whose they are follows from the token alone, which the admission has seen; what is
 * one user's is found under no request of another. Next.js gives each route a module state of its
 * own, but one `globalThis`, so that is where they live.
 */
import { join } from "node:path";
import { USER_HEADER } from "./admission.ts";
import { DemoAgent } from "./demo/agent.ts";
import { Library } from "./library.ts";
import { demoKey } from "./own-demo.ts";
import { Replays } from "./replay/replays.ts";
import { readSettings } from "./settings.ts";

interface Desk {
  readonly library: Library;
  readonly replays: Replays;
  readonly demo: DemoAgent;
}

const PLACE = Symbol.for("loupe.desks");

export function libraryOf(request: Request): Library {
  return deskOf(request).library;
}

export function replaysOf(request: Request): Replays {
  return deskOf(request).replays;
}

export function demoOf(request: Request): DemoAgent {
  return deskOf(request).demo;
}

/** Whoever posts to an inbox is no user: the address says whose it is. */
export function libraryOfInbox(recording: string, key: string): Library | null {
  const libraries = [...desks().values()].map(({ library }) => library);
  return libraries.find(({ inboxes }) => inboxes.find(recording, key) !== null) ?? null;
}

function deskOf({ headers }: Request): Desk {
  const user = headers.get(USER_HEADER) ?? "";
  const known = desks().get(user);
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
      ...(token !== undefined && { demoKey: demoKey(token) }),
    }),
    replays: new Replays(),
    demo: new DemoAgent(),
  };
  desks().set(user, desk);
  return desk;
}

function desks(): Map<string, Desk> {
  const home: typeof globalThis & { [PLACE]?: Map<string, Desk> } = globalThis;
  home[PLACE] ??= new Map();
  return home[PLACE];
}
