"use client";
import { useState } from "react";
import { formatCollectionFile } from "../../lib/requests/collection-file.ts";
// Heading of a collection, with a menu: rename, agent, order, export and deletion.
import type { RequestCollection } from "../../lib/requests/schemas.ts";
import { boundText } from "../ui/bounded-text.ts";
import { downloadText } from "../ui/choose-files.ts";
import { TextField } from "../ui/field.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { type SavedRequestsControls, useAgentOrigin } from "./use-saved-requests.ts";

interface CollectionHeadingProps {
  collection: RequestCollection;
  controls: SavedRequestsControls;
}

export function CollectionHeading({ collection: listed, controls }: CollectionHeadingProps) {
  const [typedName, setTypedName] = useState<string | null>(null);
  // The list may show only what matches the search.
  const collection = controls.saved.collections.find(({ id }) => id === listed.id) ?? listed;
  const { requests: _, ...head } = collection;
  const rename = () => {
    setTypedName(null);
    const name = typedName?.trim() ?? "";
    if (name === "" || name === head.name) return;
    void controls.change([{ kind: "collection", collection: { ...head, name } }]);
  };
  if (typedName !== null) {
    return (
      <form
        className="px-2.5 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextField
          label={`Name of ${boundText(head.name)}`}
          size={26}
          maxLength={120}
          ref={(input) => input?.select()}
          value={typedName}
          onChange={setTypedName}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            setTypedName(null);
          }}
        />
      </form>
    );
  }
  return (
    <header className="flex h-9 items-center gap-1.5 pr-1 pl-2.5">
      <h3 className="min-w-0 flex-none truncate font-semibold">{boundText(head.name)}</h3>
      <span className="mono min-w-0 flex-1 truncate text-11 text-fg-3">
        {head.agent === null ? "any agent" : boundText(formatAgent(head.agent))}
      </span>
      <CollectionMenu
        collection={collection}
        controls={controls}
        onRename={() => setTypedName(head.name)}
      />
    </header>
  );
}

interface CollectionMenuProps extends CollectionHeadingProps {
  onRename: () => void;
}

function CollectionMenu({ collection, controls, onRename }: CollectionMenuProps) {
  const { saved, change, removeCollection } = controls;
  const origin = useAgentOrigin();
  const { requests: _, ...head } = collection;
  const at = saved.collections.indexOf(collection);
  const move = (to: number) => void change([{ kind: "collection", collection: head, at: to }]);
  const setAgent = (agent: string | null) =>
    void change([{ kind: "collection", collection: { ...head, agent } }]);
  const exportFile = () =>
    downloadText(
      `${toFileName(collection.name)}.json`,
      "application/json",
      formatCollectionFile(collection, saved.environments),
    );
  return (
    <MenuButton
      label={`Actions for ${boundText(collection.name)}`}
      icon="more"
      size={24}
      align="end"
      items={[
        { id: "rename", label: "Rename…", onSelect: onRename },
        {
          id: "own",
          label: "For the connected agent",
          checked: origin !== null && collection.agent === origin,
          disabled: origin === null,
          onSelect: () => setAgent(origin),
        },
        {
          id: "any",
          label: "For any agent",
          checked: collection.agent === null,
          onSelect: () => setAgent(null),
        },
        { id: "up", label: "Move up", disabled: at <= 0, onSelect: () => move(at - 1) },
        {
          id: "down",
          label: "Move down",
          disabled: at >= saved.collections.length - 1,
          onSelect: () => move(at + 1),
        },
        { id: "export", label: "Export as a file", icon: "export", onSelect: exportFile },
        { id: "line", separator: true },
        { id: "delete", label: "Delete", onSelect: () => removeCollection(collection) },
      ]}
    />
  );
}

/** An origin without its scheme. */
const formatAgent = (origin: string) => origin.replace(/^[a-z]+:\/\//, "");

const toFileName = (name: string) =>
  name.replace(/[^\p{L}\d]+/gu, "-").replace(/^-+|-+$/g, "") || "requests";
