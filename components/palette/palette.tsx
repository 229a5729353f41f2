"use client";
// The command palette. Focus stays in the search box; Enter runs the current item. The items load
// lazily, and an early Enter waits for them.
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { useAppContext } from "../app-context.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { filterFuzzy } from "./fuzzy-match.ts";
import type { PaletteItem } from "./palette-items.ts";

const MAX_SHOWN = 60;
const NO_SYNONYMS: readonly string[] = [];

const ROW = "flex min-h-8 items-center gap-2.5 rounded-2 px-2.5 pointer-coarse:min-h-11";
const SELECTED_ROW =
  "bg-accent-bg text-fg-1 forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]";
const NOTE = "p-5 text-center text-fg-2";

type PaletteItemsModule = typeof import("./palette-items.ts");

/** Kept between openings. */
let loadedModule: PaletteItemsModule | null = null;

async function loadItems(): Promise<PaletteItemsModule> {
  loadedModule = await import("./palette-items.ts");
  return loadedModule;
}

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  recordings: readonly RecordingSummary[];
}

export function Palette({ open, onClose, recordings }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Command palette" bare place="top">
      <PaletteBody onClose={onClose} recordings={recordings} />
    </Dialog>
  );
}

function PaletteBody({ onClose, recordings }: Omit<PaletteProps, "open">) {
  const context = useAppContext();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [itemsModule, setItemsModule] = useState(loadedModule);
  const [isMissing, setMissing] = useState(false);
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    if (!itemsModule) loadItems().then(setItemsModule, () => setMissing(true));
  }, [itemsModule]);
  const items = useMemo(
    () => itemsModule?.createPaletteItems(context, recordings) ?? [],
    [itemsModule, context, recordings],
  );
  const found = useMemo(
    () =>
      filterFuzzy(query, items, {
        textOf: ({ title, detail }) => `${title} ${detail}`,
        synonymsOf: ({ synonyms }) => synonyms ?? NO_SYNONYMS,
        isName: ({ isName }) => isName === true,
      }).slice(0, MAX_SHOWN),
    [items, query],
  );
  const current = Math.min(active, found.length - 1);

  useEffect(() => {
    list.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: "nearest" });
  });

  const choose = (item: PaletteItem | undefined) => {
    if (!itemsModule) return setEntered(true);
    if (!item) return;
    onClose();
    // The dialog restores the focus first; the command may then move it.
    setTimeout(() => item.run());
  };
  const chooseCurrent = useEffectEvent(() => choose(found[current]?.item));
  // Enter was pressed before the items had loaded.
  useEffect(() => {
    if (itemsModule && entered) chooseCurrent();
  }, [itemsModule, entered]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: (current + 1) % found.length,
      ArrowUp: (current - 1 + found.length) % found.length,
      PageDown: Math.min(found.length - 1, current + 8),
      PageUp: Math.max(0, current - 8),
    }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) choose(found[current]?.item);
    else if (to !== undefined && found.length > 0) setActive(to);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex h-12 items-center gap-2.5 border-b border-line-2 pr-3 pl-4">
        <Icon name="search" size={16} className="text-fg-3" />
        <input
          role="combobox"
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-0"
          aria-label="Search commands, exchanges and logs"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search commands, exchanges and logs"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="esc" />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(420px,60vh)] overflow-auto p-1.5 empty:hidden"
      >
        {found.map(({ item, match }, index) => (
          <PaletteRow
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            marked={match.positions}
            heading={query.trim() === "" && item.section !== found[index - 1]?.item.section}
            selected={index === current}
            onHover={() => setActive(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {isMissing && (
        <p role="status" className={NOTE}>
          Couldn't load the commands: Loupe's server is not responding.
        </p>
      )}
      {itemsModule && (
        <p role="status" className={found.length === 0 ? NOTE : "sr-only"}>
          {found.length === 0
            ? `No matches${context.run.getState().phase.kind !== "none" ? "" : ". Most commands appear once a run is open."}`
            : `${found.length} found`}
        </p>
      )}
    </>
  );
}

interface PaletteRowProps {
  id: string;
  item: PaletteItem;
  marked: readonly number[];
  heading: boolean;
  selected: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function PaletteRow({ id, item, marked, heading, selected, onHover, onChoose }: PaletteRowProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className="px-2.5 pt-2 pb-1 text-11 font-medium text-fg-3">
          {item.section}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box, which names the active option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys */}
      <div
        id={id}
        role="option"
        aria-selected={selected}
        className={cx(ROW, selected ? SELECTED_ROW : "text-fg-2")}
        onPointerMove={onHover}
        onClick={onChoose}
      >
        {item.icon ? (
          <Icon name={item.icon} size={14} className="text-fg-3" />
        ) : (
          <span className="w-3.5" />
        )}
        <span className="max-w-[70%] flex-none truncate">
          {highlightText(boundText(item.title), marked)}
        </span>
        {item.detail !== "" && (
          <span
            className={cx(
              "min-w-0 flex-1 truncate text-12/5",
              selected ? "text-fg-2" : "text-fg-3",
            )}
          >
            {boundText(item.detail)}
          </span>
        )}
        {item.keys && (
          <span className="ml-auto">
            <Kbd keys={item.keys} />
          </span>
        )}
      </div>
    </>
  );
}

function highlightText(text: string, marked: readonly number[]) {
  if (marked.length === 0) return text;
  const hits = new Set(marked);
  return [...text].map((letter, index) =>
    hits.has(index) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a letter is identified by its position
      <b key={index} className="font-semibold text-accent">
        {letter}
      </b>
    ) : (
      letter
    ),
  );
}
