"use client";
import { type ReactNode, useState } from "react";
import { MAX_NAME_LENGTH } from "../../lib/requests/request-limits.ts";
import { suggestName } from "../../lib/requests/saved-request.ts";
import { createUniqueName } from "../../lib/requests/saved-requests.ts";
// Fields that say under which name and in which collection a request is saved, and the change that
// saves it.
import type { RequestContent } from "../../lib/requests/schemas.ts";
import { findSecretInChanges, removeCredentials } from "../../lib/requests/secrets-in-requests.ts";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { useRequestsStore } from "./requests-store.ts";
import {
  createCollection,
  type SavedRequestsControls,
  useAgentOrigin,
} from "./use-saved-requests.ts";

/** The choice of a collection that does not exist yet. */
const NEW_COLLECTION = "new";
const NEW_NAME = "Requests";

interface SaveForm {
  readonly name: string;
  /** Credentials that are not saved, by name. */
  readonly removed: readonly string[];
  /** Why it can't be saved; `null` if it can. */
  readonly refusal: string | null;
  readonly fields: ReactNode;
  /** Resolves to the id of the saved request; `null` if the server refused it. */
  save(): Promise<string | null>;
}

export function useSaveForm(content: RequestContent, controls: SavedRequestsControls): SaveForm {
  const { saved, change } = controls;
  const { lastCollection, setLastCollection } = useRequestsStore((state) => state);
  const origin = useAgentOrigin();
  const [name, setName] = useState(() => suggestName(content));
  const [chosen, setChosen] = useState<string | null>(null);
  const own = saved.collections.filter(({ agent }) => agent === origin || agent === null);
  const preferred = saved.collections.find(({ id }) => id === lastCollection) ?? own[0];
  const collection = chosen ?? preferred?.id ?? NEW_COLLECTION;
  const { content: clean, removed } =
    content.kind === "request" ? removeCredentials(content) : { content, removed: [] };
  return {
    name,
    removed,
    refusal: findRefusal(name, clean),
    fields: (
      <div className="grid gap-2">
        <TextField
          label="Name"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          autoFocus
          onChange={setName}
        />
        <Select
          label="Collection"
          outlined
          fill
          options={[
            ...saved.collections.map((one) => ({ value: one.id, label: one.name })),
            { value: NEW_COLLECTION, label: "New collection" },
          ]}
          value={collection}
          onChange={setChosen}
        />
      </div>
    ),
    async save() {
      const names = saved.collections.map((one) => one.name);
      const head = createCollection(createUniqueName(NEW_NAME, names), origin);
      const isNew = collection === NEW_COLLECTION;
      const target = isNew ? head.id : collection;
      const request = { id: crypto.randomUUID(), name: name.trim(), content: clean };
      const isSaved = await change([
        ...(isNew ? [{ kind: "collection", collection: head } as const] : []),
        { kind: "request", collection: target, request },
      ]);
      if (!isSaved) return null;
      setLastCollection(target);
      return request.id;
    },
  };
}

function findRefusal(name: string, content: RequestContent): string | null {
  if (name.trim() === "") return "Enter a name.";
  const request = { id: "new", name, content };
  return findSecretInChanges([{ kind: "request", collection: "new", request }]);
}
