"use client";
import { type KeyboardEvent, useRef } from "react";
// Searchable list of the saved requests by collection, each with a button that sends it.
import type { RequestCollection, SavedRequest } from "../../lib/requests/schemas.ts";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { CollectionHeading } from "./collection-heading.tsx";
import { useRequestsStore } from "./requests-store.ts";
import { type SavedRequestsControls, useAgentOrigin } from "./use-saved-requests.ts";
import { useSendSaved } from "./use-send-saved.ts";

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
