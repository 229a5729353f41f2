"use client";
// Layout for narrow screens: one pane at a time, chosen by tabs. Selecting a row opens the inspector.
import { type ReactNode, useEffect, useRef } from "react";
import { getInspectedKey } from "../../lib/session/view.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { PANES, type Pane } from "../app-shell/layout.ts";
import { getCardStore } from "../card/card-store.ts";
import { useMainView } from "../conversation/main-view-switch.tsx";
import { Rail } from "../library/rail.tsx";
import { useView } from "../session.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { SidePane } from "./side-pane.tsx";

interface PaneMeta {
  readonly label: string;
  readonly icon: IconName;
}

const PANE_META: Readonly<Record<Pane, PaneMeta>> = {
  exchanges: { label: "Exchanges", icon: "sidebar" },
  timeline: { label: "Timeline", icon: "timeline" },
  inspector: { label: "Inspector", icon: "inspect" },
  card: { label: "Card", icon: "card" },
};

const CONVERSATION_META: PaneMeta = { label: "Conversation", icon: "message" };

interface NarrowPanesProps {
  center: ReactNode;
  cardPane: ReactNode;
}

export function NarrowPanes({ center, cardPane }: NarrowPanesProps) {
  const card = getCardStore(useAppContext());
  const { pane, showPane } = useLayout((layout) => layout);
  const selected = useView(getInspectedKey);
  const scope = useView((view) => view.scope);
  const isTimeline = useMainView() === "timeline";
  const getMeta = (name: Pane) =>
    name === "timeline" && !isTimeline ? CONVERSATION_META : PANE_META[name];
  const before = useRef({ selected, scope });
  useEffect(() => {
    if (selected !== null) showPane("inspector");
    // Choosing a scope shows its rows.
    else if (scope !== before.current.scope && card.getState().page === null) {
      showPane("timeline");
    }
    before.current = { selected, scope };
  }, [selected, scope, card, showPane]);
  return (
    <>
      {/* Stays mounted while hidden, to keep its scroll position and input. */}
      <div hidden={pane !== "timeline"}>{center}</div>
      {pane === "exchanges" && <Rail />}
      {pane === "inspector" && <SidePane />}
      {pane === "card" && cardPane}
      <nav
        className="row-start-2 grid grid-cols-4 border-t border-line-2 bg-bg-0 pb-[env(safe-area-inset-bottom)]"
        aria-label="Panes"
      >
        {PANES.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={pane === name ? "page" : undefined}
            className="grid min-h-13 place-items-center content-center gap-0.5 text-11/3.5 font-medium text-fg-3 focus-visible:-outline-offset-3 current:text-accent low:min-h-9 low:grid-flow-col low:justify-center low:gap-1.5 forced-colors:current:text-[Highlight]"
            onClick={() => showPane(name)}
          >
            <Icon name={getMeta(name).icon} size={16} />
            {getMeta(name).label}
          </button>
        ))}
      </nav>
    </>
  );
}
