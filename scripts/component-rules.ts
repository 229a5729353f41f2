// Which folder of `components` may import which: primitives, then what every feature stands on, then
// views that several features share, then the features, then the pages that list them.

/** Primitives, which know nothing of A2A. Neither do the parts of `lib` they use. */
const UI = "components/ui";

/** The session, the registry of features, and the hooks that read them. */
const GROUND = ["components/app-shell", UI];

/** Labels and views that several features share. */
const SHARED = ["labels", "markdown", "request"];

/**
 * The features. One imports another only where it truly contains it; to start something in another,
 * it opens the dialog by its id or calls an action, and both are registered.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  clients: [],
  "compare-task": [],
  conformance: [],
  content: [],
  conversation: ["content", "problems"],
  credentials: [],
  dialects: [],
  export: [],
  hold: [],
  limits: [],
  operations: [],
  palette: [],
  problems: [],
  replay: [],
  requests: [],
  resend: [],
  tap: [],
  trace: [],
  card: ["credentials"],
  compose: ["limits"],
  files: ["card"],
  inspect: ["content", "problems", "summary"],
  library: ["card", "limits", "operations", "trace"],
  rules: ["problems"],
  summary: ["content", "problems"],
  connect: ["card", "credentials", "library", "limits"],
  diff: ["content", "library"],
  timeline: ["content", "dialects", "operations", "problems"],
};

/** Pages: the only places that know all of their features. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  workbench: Object.keys(FEATURES),
  viewer: ["workbench", ...Object.keys(FEATURES)],
};

const toPart = (folder: string) => `components/${folder}`;

function allow(
  folders: Readonly<Record<string, readonly string[]>>,
  below: readonly string[],
): [part: string, allowed: readonly string[]][] {
  return Object.entries(folders).map(([folder, others]) => [
    toPart(folder),
    [...others.map(toPart), ...below],
  ]);
}

/** Each part of the components, and the parts it may import. `lib`: what they may use of it. */
export function getComponentRules(
  lib: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const below = [...GROUND, ...lib];
  const ground = ["components", ...below];
  const shared = [...SHARED.map(toPart), ...ground];
  return {
    [UI]: ["lib/collections", "lib/text"],
    "components/app-shell": [UI, ...lib],
    components: below,
    ...Object.fromEntries([
      ...SHARED.map((folder) => [toPart(folder), ground]),
      ...allow(FEATURES, shared),
      ...allow(PAGES, shared),
    ]),
  };
}
