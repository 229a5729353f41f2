"use client";
// Top bar: agent address, import, export, command palette and theme.
import { useAppContext, useLayout, useOpenDialog } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { AddressBox } from "./address-box.tsx";
import { BAR_LABEL, Bar, BRAND, Brand, HIDDEN_ON_PHONES } from "./bar.tsx";
import { PaletteAndTheme } from "./bar-buttons.tsx";
import { goHome } from "./feature.ts";

interface TopBarProps {
  /** A run, a card or an agent is open. */
  isOpen: boolean;
}

export function TopBar({ isOpen }: TopBarProps) {
  const app = useAppContext();
  const toggleRail = useLayout((layout) => layout.toggleRail);
  return (
    <Bar
      isOpen={isOpen}
      start={
        <>
          {isOpen && (
            <IconButton
              className={HIDDEN_ON_PHONES}
              icon="sidebar"
              label="Toggle exchanges"
              keys="B"
              onClick={toggleRail}
            />
          )}
          <button
            type="button"
            className={BRAND}
            onClick={() => goHome(app)}
            aria-label="Loupe, start page"
          >
            <Brand />
          </button>
        </>
      }
      end={
        <>
          <Button
            className={HIDDEN_ON_PHONES}
            icon="import"
            aria-label="Import"
            onClick={app.actions.chooseFile}
          >
            <span className={BAR_LABEL}>Import</span>
          </Button>
          {isOpen && <ExportMenu />}
          <PaletteAndTheme />
        </>
      }
    >
      {isOpen && <AddressBox />}
    </Bar>
  );
}

function ExportMenu() {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  const hasRun = useRun((state) => state.source !== null);
  const hasRecords = useRun(({ version }) => version.timeline.exchanges.length > 0);
  return (
    <MenuButton
      className={HIDDEN_ON_PHONES}
      label="Export"
      icon="export"
      align="end"
      items={[
        {
          id: "run",
          label: "Export this run…",
          icon: "export",
          keys: "mod+S",
          disabled: !hasRecords,
          onSelect: () => openDialog("export"),
        },
        {
          id: "serve",
          label: "Serve as an agent…",
          icon: "play",
          disabled: !hasRun,
          onSelect: () => openDialog("replay"),
        },
        {
          id: "again",
          label: "Resend to an agent…",
          icon: "send",
          disabled: !hasRun,
          onSelect: () => openDialog("resend"),
        },
        {
          id: "compare",
          label: "Compare with another recording…",
          icon: "columns",
          keys: "c",
          disabled: !hasRun,
          onSelect: () => actions.compareRuns(),
        },
      ]}
    >
      <span className={BAR_LABEL}>Export</span>
    </MenuButton>
  );
}
