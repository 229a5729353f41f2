"use client";
// Searchable list of the saved requests by collection, each with a button that sends it.

import { type KeyboardEvent, useRef, useState } from "react";
import { formatCollectionFile } from "../../lib/requests/collection-file.ts";
import type { RequestCollection, SavedRequest } from "../../lib/requests/schemas.ts";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { downloadText } from "../ui/choose-files.ts";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { useRequestsStore } from "./requests-store.ts";
import { type SavedRequestsControls, useAgentOrigin, useSendSaved } from "./use-saved-requests.ts";

const ROW = "relative flex h-9 items-center pr-1 pl-2.5";
const SHOWN_ROW =
  "bg-accent-bg shadow-[inset_2px_0_var(--accent)] forced-colors:outline forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]";

interface RequestListProps {
  controls: SavedRequestsControls;
  onSent: () => void;
}

export function RequestList({ controls, onSent }: RequestListProps) {
  const { query, search } = useRequestsStore((state) => state);
  const origin = useAgentOrigin();
  const list = useRef<HTMLDivElement>(null);
  const collections = sortByAgent(controls.saved.collections, origin);
  const found = collections
    .map((collection) => ({
      ...collection,
      requests: collection.requests.filter((request) => matchesQuery(request, collection, query)),
    }))
    .filter(({ requests }) => query === "" || requests.length > 0);
  const count = found.reduce((sum, { requests }) => sum + requests.length, 0);
  const focusRow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-part=request]") ?? [])];
    const at = rows.indexOf(event.target as HTMLElement);
    const to = rows[at + step];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <>
      <TextField
        size={26}
        icon="search"
        label="Find a saved request"
        placeholder="Find by name, text or URL"
        className="m-2.5 mb-1.5 flex-none"
        value={query}
        onChange={search}
        onKeyDown={focusRow}
      />
      <p className="sr-only" role="status">
        {formatQuantity(count, "saved request")}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its buttons */}
      <div ref={list} className="min-h-0 flex-1 overflow-auto pb-2" onKeyDown={focusRow}>
        {found.map((collection) => (
          <section key={collection.id} aria-label={boundText(collection.name)}>
            <CollectionHeading collection={collection} controls={controls} />
            {collection.requests.length === 0 && (
              <p className="px-2.5 pb-1.5 text-fg-3">No requests.</p>
            )}
            <ul>
              {collection.requests.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  controls={controls}
                  onSent={onSent}
                />
              ))}
            </ul>
          </section>
        ))}
        {query !== "" && count === 0 && (
          <p className="px-2.5 py-1.5 text-fg-2">No saved requests match.</p>
        )}
      </div>
    </>
  );
}

interface RequestRowProps extends RequestListProps {
  request: SavedRequest;
}

function RequestRow({ request, controls, onSent }: RequestRowProps) {
  const { shown, drafts, show } = useRequestsStore((state) => state);
  const send = useSendSaved(controls, onSent);
  const { id, content } = drafts.get(request.id) ?? request;
  const name = boundText(request.name);
  const isShown = shown === id;
  return (
    <li className={cx(ROW, isShown ? SHOWN_ROW : "hover:bg-bg-2")}>
      <button
        type="button"
        data-part="request"
        aria-current={isShown ? "true" : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 text-left"
        onClick={() => show(id)}
      >
        <Icon
          name={content.kind === "message" ? "message" : "braces"}
          size={14}
          className="text-fg-3"
        />
        <span className="min-w-0 truncate" dir="auto">
          {name}
        </span>
        {drafts.has(id) && <span className="flex-none text-11 text-fg-3">edited</span>}
      </button>
      <IconButton
        icon="send"
        iconSize={14}
        size={24}
        label={`Send ${name}`}
        tooltip={false}
        onClick={() => void send(request)}
      />
    </li>
  );
}

/** Those of the agent first, then those for any agent. */
function sortByAgent(
  collections: readonly RequestCollection[],
  origin: string | null,
): readonly RequestCollection[] {
  const getRank = ({ agent }: RequestCollection) => (agent === null ? 1 : agent === origin ? 0 : 2);
  return collections.toSorted((a, b) => getRank(a) - getRank(b));
}

function matchesQuery(
  { name, content }: SavedRequest,
  collection: RequestCollection,
  query: string,
): boolean {
  const text = content.kind === "message" ? content.text : `${content.url} ${content.body}`;
  const all = `${name} ${collection.name} ${text}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

interface CollectionHeadingProps {
  collection: RequestCollection;
  controls: SavedRequestsControls;
}

/** Heading of a collection, with a menu: rename, agent, order, export and deletion. */
function CollectionHeading({ collection: listed, controls }: CollectionHeadingProps) {
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
