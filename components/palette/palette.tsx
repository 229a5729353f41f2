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
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { filterFuzzy } from "./fuzzy-match.ts";
import type { PaletteItem } from "./palette-items.ts";

const MAX_SHOWN = 60;

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
    <Dialog
      open={open}
      onClose={onClose}
      title="Command palette"
      bare
      place="top"
      className="palette"
    >
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
      filterFuzzy(query, items, ({ title, detail }) => `${title} ${detail}`).slice(0, MAX_SHOWN),
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
      <div className="palette-box">
        <Icon name="search" size={16} />
        <input
          role="combobox"
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
        className="palette-list"
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
        <p role="status" className="palette-none">
          Couldn't load the commands: Loupe's server is not responding.
        </p>
      )}
      {itemsModule && (
        <p role="status" className={found.length === 0 ? "palette-none" : "sr-only"}>
          {found.length === 0 ? "No matches" : `${found.length} found`}
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
        <div role="presentation" className="palette-heading">
          {item.section}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box, which names the active option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys */}
      <div
        id={id}
        role="option"
        aria-selected={selected}
        className="palette-row"
        onPointerMove={onHover}
        onClick={onChoose}
      >
        {item.icon ? <Icon name={item.icon} size={14} /> : <span className="palette-dot" />}
        <span className="palette-title">{highlightText(boundText(item.title), marked)}</span>
        {item.detail !== "" && <span className="palette-detail">{boundText(item.detail)}</span>}
        {item.keys && <Kbd keys={item.keys} />}
      </div>
    </>
  );
}

function highlightText(text: string, marked: readonly number[]) {
  if (marked.length === 0) return text;
  const hits = new Set(marked);
  return [...text].map((letter, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a letter is identified by its position
    hits.has(index) ? <b key={index}>{letter}</b> : letter,
  );
}
