/** UI surfaces described by agents (A2UI): shown as data, never rendered. */

import { isObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnText, toList } from "./json-access.ts";

export interface UiSurface {
  readonly id: string;
  /** The root component. */
  readonly root: string | null;
  readonly catalog: string | null;
  readonly components: readonly SurfaceComponent[];
  /** The updates of its data model, newest last. */
  readonly data: readonly { readonly path: string; readonly value: unknown }[];
  readonly isDeleted: boolean;
}

interface SurfaceComponent {
  readonly id: string;
  /** `Text`, `Column`... */
  readonly type: string;
  /** Its literal text, if it has one. */
  readonly text: string | null;
  readonly properties: unknown;
}

interface SurfaceState {
  root: string | null;
  catalog: string | null;
  readonly components: Map<string, SurfaceComponent>;
  readonly data: { path: string; value: unknown }[];
  isDeleted: boolean;
}

/** The surfaces that result from these messages; each value is one message or a list. */
export function readSurfaces(messages: readonly unknown[]): UiSurface[] {
  const drafts = new Map<string, SurfaceState>();
  for (const message of messages.flatMap(toList)) {
    for (const [verb, applyTo] of SURFACE_UPDATES) {
      const content = getOwnMember(message, verb);
      if (!isObject(content)) continue;
      const id = getOwnText(content, "surfaceId") ?? "";
      const draft = drafts.get(id) ?? createSurfaceState();
      drafts.set(id, draft);
      applyTo(draft, content);
    }
  }
  return [...drafts].map(([id, draft]) => ({
    ...draft,
    id,
    components: [...draft.components.values()],
  }));
}

function createSurfaceState(): SurfaceState {
  return { root: null, catalog: null, components: new Map(), data: [], isDeleted: false };
}

type SurfaceUpdate = (draft: SurfaceState, content: object) => void;

const SURFACE_UPDATES: readonly (readonly [string, SurfaceUpdate])[] = [
  ["beginRendering", applyBegin],
  ["createSurface", applyBegin],
  ["surfaceUpdate", applyComponents],
  ["updateComponents", applyComponents],
  ["dataModelUpdate", applyDataModel],
  ["updateDataModel", applyDataModel],
  ["deleteSurface", applyDelete],
];

function applyBegin(draft: SurfaceState, content: object): void {
  draft.root = getOwnText(content, "root") ?? draft.root;
  draft.catalog = getOwnText(content, "catalogId") ?? draft.catalog;
  draft.isDeleted = false;
}

function applyComponents(draft: SurfaceState, content: object): void {
  for (const component of toList(getOwnMember(content, "components"))) {
    const id = getOwnText(component, "id");
    const definition = getOwnMember(component, "component");
    if (id === null) continue;
    // The type is the name of a member in the older version, and its value in the newer one.
    const type =
      typeof definition === "string"
        ? definition
        : (Object.keys(isObject(definition) ? definition : {})[0] ?? "");
    const properties = typeof definition === "string" ? component : getOwnMember(definition, type);
    const text = getOwnMember(properties, "text", "label");
    const shown = typeof text === "string" ? text : getOwnText(text, "literalString");
    draft.components.set(id, { id, type, text: shown, properties });
  }
}

function applyDelete(draft: SurfaceState): void {
  draft.isDeleted = true;
}

function applyDataModel(draft: SurfaceState, content: object): void {
  const value = getOwnMember(content, "value", "contents") ?? null;
  draft.data.push({ path: getOwnText(content, "path") ?? "/", value });
}
