"use client";
// Rail, timeline and inspector around one open run, however wide the window is.
import { useEffect, useState } from "react";
import { readSetting, SETTINGS, writeSetting } from "../lib/session/settings.ts";
import { AddressOffer } from "./card/address-offer.tsx";
import { useDesk, useScreen } from "./command/desk.tsx";
import { DRAWER, NARROW, SHEET } from "./command/screen-state.ts";
import { LoadingRows } from "./connect/loading-rows.tsx";
import { Inspector } from "./inspect/inspector.tsx";
import { Rail } from "./library/rail.tsx";
import { fetchRenderer } from "./markdown/lazy.ts";
import { NarrowPanes } from "./narrow-panes.tsx";
import { PageTitle } from "./page-title.tsx";
import { useParts } from "./parts.ts";
import { useView } from "./session.tsx";
import { TimelinePanel } from "./timeline/timeline-panel.tsx";
import { IconButton } from "./ui/button.tsx";
import { Guarded } from "./ui/guarded.tsx";
import { lazily } from "./ui/lazily.tsx";
import { useMedia } from "./ui/media.ts";
import { SplitPane } from "./ui/split-pane.tsx";
import { useModal } from "./ui/use-modal.ts";

const CardPane = lazily(() => import("./card/card-pane.tsx"), {
  meanwhile: <div className="card-page" aria-busy="true" />,
});
const CardProofPane = lazily(() => import("./card/card-proof-pane.tsx"));

export default function Panes() {
  useEffect(fetchRenderer, []);
  const isNarrow = useMedia(NARROW);
  if (!isNarrow) return <WidePanes />;
  return (
    <main className="panes-narrow">
      <PageTitle />
      <NarrowPanes centre={<Centre />} card={<CardPane withProof />} />
    </main>
  );
}

function WidePanes() {
  const { view } = useDesk();
  const [rail, setRail] = useState<number>(SETTINGS.railWidth.fallback);
  const [inspector, setInspector] = useState<number>(SETTINGS.inspectorWidth.fallback);
  useEffect(() => {
    setRail(readSetting(SETTINGS.railWidth));
    setInspector(readSetting(SETTINGS.inspectorWidth));
  }, []);
  const isDrawer = useMedia(DRAWER);
  const isSheet = useMedia(SHEET);
  const railOpen = useView((state) => state.railOpen);
  const inspectorOpen = useView((state) => state.inspectorOpen);
  const hasCard = useScreen((state) => state.card !== null);
  return (
    <main className="panes">
      <PageTitle />
      <SplitPane
        label="Resize exchanges"
        sized="first"
        size={rail}
        min={180}
        max={320}
        collapsed={isDrawer || !railOpen}
        defaultSize={SETTINGS.railWidth.fallback}
        onResize={setRail}
        onResizeEnd={(size) => writeSetting(SETTINGS.railWidth, size)}
        first={<Rail />}
        second={
          <SplitPane
            label="Resize inspector"
            sized="second"
            size={inspector}
            min={320}
            max={0.6}
            keep={420}
            collapsed={isSheet || !(inspectorOpen || hasCard)}
            defaultSize={SETTINGS.inspectorWidth.fallback}
            onResize={setInspector}
            onResizeEnd={(size) => writeSetting(SETTINGS.inspectorWidth, size)}
            first={<Middle isSheet={isSheet} />}
            second={
              <div className="inspector-pane">{hasCard ? <CardProofPane /> : <Inspector />}</div>
            }
          />
        }
      />
      {isDrawer && <Drawer />}
      {isSheet && <Sheet onClose={() => view.setState({ selected: null, event: null })} />}
    </main>
  );
}

/** The timeline, or the card in its place; what is typed there stays. */
function Middle({ isSheet }: { isSheet: boolean }) {
  const hasCard = useScreen((state) => state.card !== null);
  return (
    <>
      <div className="middle" hidden={hasCard}>
        <Centre />
      </div>
      {hasCard && <CardPane withProof={isSheet} />}
    </>
  );
}

function Centre() {
  const parts = useParts();
  return (
    <div className="centre">
      <LoadingRows />
      <AddressOffer />
      <Guarded what="The timeline">
        <TimelinePanel />
      </Guarded>
      {parts && (
        <Guarded what="The composer">
          <parts.Talk />
        </Guarded>
      )}
    </div>
  );
}

/** The rail where it has no place of its own: over the timeline, until something is chosen. */
function Drawer() {
  const { store } = useDesk();
  const isOpen = useScreen((state) => state.drawer);
  const close = () => store.setState({ drawer: false });
  const modal = useModal(isOpen, close);
  return (
    <dialog
      {...modal}
      className="drawer"
      aria-label="Exchanges"
      onKeyDown={(event) => event.key.toLowerCase() === "b" && close()}
    >
      {isOpen && <Rail />}
    </dialog>
  );
}

/** The inspector where it slides over the timeline; the rows beside it can still be picked. */
function Sheet({ onClose }: { onClose: () => void }) {
  const { store } = useDesk();
  const isOpen = useScreen((state) => state.sheet);
  const selected = useView((state) => state.selected);
  useEffect(() => {
    if (selected !== null) store.setState({ sheet: true });
  }, [selected, store]);
  if (!isOpen) return null;
  const close = () => {
    store.setState({ sheet: false });
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere inside
    <div
      className="sheet"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
      }}
    >
      <span className="sheet-close">
        <IconButton icon="close" label="Close inspector" keys="I" size={24} onClick={close} />
      </span>
      <Inspector />
    </div>
  );
}
