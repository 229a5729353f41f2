/** A surface that an agent describes for a screen: told as data, never drawn by its rules. */

import { isObject } from "../../protocol/json.ts";
import { listOf, own, textIn } from "./json.ts";

export interface Surface {
  readonly id: string;
  /** The component it begins with. */
  readonly root: string | null;
  readonly catalog: string | null;
  readonly components: readonly SurfaceComponent[];
  /** What was put into its data model, newest last. */
  readonly data: readonly { readonly path: string; readonly value: unknown }[];
  readonly isDeleted: boolean;
}

export interface SurfaceComponent {
  readonly id: string;
  /** `Text`, `Column`... */
  readonly type: string;
  /** The text it shows, where that is written out. */
  readonly text: string | null;
  readonly properties: unknown;
}

interface Draft {
  root: string | null;
  catalog: string | null;
  readonly components: Map<string, SurfaceComponent>;
  readonly data: { path: string; value: unknown }[];
  isDeleted: boolean;
}

/** What these messages, one or a list in each, have come to. */
export function readSurfaces(messages: readonly unknown[]): Surface[] {
  const drafts = new Map<string, Draft>();
  for (const message of messages.flatMap(listOf)) {
    for (const [verb, tell] of VERBS) {
      const said = own(message, verb);
      if (!isObject(said)) continue;
      const id = textIn(said, "surfaceId") ?? "";
      const draft = drafts.get(id) ?? newDraft();
      drafts.set(id, draft);
      tell(draft, said);
    }
  }
  return [...drafts].map(([id, draft]) => ({
    ...draft,
    id,
    components: [...draft.components.values()],
  }));
}

function newDraft(): Draft {
  return { root: null, catalog: null, components: new Map(), data: [], isDeleted: false };
}

type Tell = (draft: Draft, said: object) => void;

const VERBS: readonly (readonly [string, Tell])[] = [
  ["beginRendering", begin],
  ["createSurface", begin],
  ["surfaceUpdate", update],
  ["updateComponents", update],
  ["dataModelUpdate", model],
  ["updateDataModel", model],
  ["deleteSurface", remove],
];

function begin(draft: Draft, said: object): void {
  draft.root = textIn(said, "root") ?? draft.root;
  draft.catalog = textIn(said, "catalogId") ?? draft.catalog;
  draft.isDeleted = false;
}

function update(draft: Draft, said: object): void {
  for (const component of listOf(own(said, "components"))) {
    const id = textIn(component, "id");
    const told = own(component, "component");
    if (id === null) continue;
    // The type is a member's name in the older version, a member's value in the newer one.
    const type =
      typeof told === "string" ? told : (Object.keys(isObject(told) ? told : {})[0] ?? "");
    const properties = typeof told === "string" ? component : own(told, type);
    const text = own(properties, "text", "label");
    const shown = typeof text === "string" ? text : textIn(text, "literalString");
    draft.components.set(id, { id, type, text: shown, properties });
  }
}

function remove(draft: Draft): void {
  draft.isDeleted = true;
}

function model(draft: Draft, said: object): void {
  const value = own(said, "value", "contents") ?? null;
  draft.data.push({ path: textIn(said, "path") ?? "/", value });
}
