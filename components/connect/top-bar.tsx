"use client";
// Top bar: agent address, import, export, command palette and theme.
import { useAppContext, useLayout, useOpenDialog } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Logo } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { AddressBox } from "./address-box.tsx";
import { PaletteAndTheme } from "./bar-buttons.tsx";
import { goHome } from "./go-home.ts";

interface TopBarProps {
  /** A run, a card or an agent is open. */
  isOpen: boolean;
}

export function TopBar({ isOpen }: TopBarProps) {
  const app = useAppContext();
  const toggleRail = useLayout((layout) => layout.toggleRail);
  return (
    <header className="top-bar" data-open={isOpen || undefined}>
      <span className="top-bar-start">
        {isOpen && (
          <IconButton
            className="rail-toggle"
            icon="sidebar"
            label="Toggle exchanges"
            keys="B"
            onClick={toggleRail}
          />
        )}
        <button
          type="button"
          className="brand"
          onClick={() => goHome(app)}
          aria-label="Loupe, start page"
        >
          <Logo size={20} />
          <span>Loupe</span>
        </button>
      </span>
      {isOpen && <AddressBox />}
      <span className="top-bar-end">
        <Button
          className="top-bar-files"
          icon="import"
          aria-label="Import"
          onClick={app.actions.chooseFile}
        >
          <span>Import</span>
        </Button>
        {isOpen && <ExportMenu />}
        <PaletteAndTheme />
      </span>
    </header>
  );
}

function ExportMenu() {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  const hasRun = useRun((state) => state.source !== null);
  const hasRecords = useRun(({ version }) => version.timeline.exchanges.length > 0);
  return (
    <MenuButton
      className="top-bar-files"
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
      <span>Export</span>
    </MenuButton>
  );
}
