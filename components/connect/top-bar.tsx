"use client";
// Top bar: agent address, what can be done with a run, command palette and theme.
import { SETTINGS_SECTIONS } from "../../lib/session/view.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { useAppContext, useLayout, useOpenDialog } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import type { IconName } from "../ui/icons.tsx";
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
          <BarButton
            icon="import"
            label="Import"
            title="Open a log or an agent card"
            onClick={app.actions.chooseFile}
          />
          {isOpen && <RunButtons />}
          <PaletteAndTheme />
          <IconButton
            className={HIDDEN_ON_PHONES}
            icon="settings"
            label="Settings"
            keys="mod+,"
            onClick={() => app.view.setState({ openSettings: SETTINGS_SECTIONS[0] })}
          />
        </>
      }
    >
      {isOpen && <AddressBox />}
    </Bar>
  );
}

/** What can be done with an open run. */
function RunButtons() {
  const { actions, view } = useAppContext();
  const openDialog = useOpenDialog();
  const hasRecords = useRun(({ version }) => version.timeline.exchanges.length > 0);
  const hasTalk = useRun(({ version }) => !version.timeline.exchanges.every(isDiscovery));
  return (
    <>
      <BarButton
        icon="export"
        label="Export"
        title="Write this run to a file"
        disabled={!hasRecords}
        onClick={() => openDialog("export")}
      />
      {hasTalk && (
        <>
          <BarButton
            icon="columns"
            label="Compare"
            title="Compare with another recording (C)"
            onClick={() => actions.compareRuns()}
          />
          <BarButton
            icon="clients"
            label="Clients"
            title="Serve this run to real clients, and compare what each understood"
            onClick={() => openDialog("clients")}
          />
          <BarButton
            icon="resend"
            label="Resend"
            title="Send the requests of this run again"
            onClick={() => openDialog("resend")}
          />
          <BarButton
            icon="serve"
            label="Serve"
            title="Answer clients in place of the agent"
            onClick={() => openDialog("replay")}
          />
        </>
      )}
      <BarButton
        icon="tap"
        label="Tap"
        title="Record what agents send each other"
        onClick={() => view.setState({ isTapOpen: true })}
      />
    </>
  );
}

interface BarButtonProps {
  icon: IconName;
  label: string;
  title: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Without its label in narrow bars; a phone has it in the palette. */
function BarButton({ icon, label, title, disabled, onClick }: BarButtonProps) {
  return (
    <Button
      className={HIDDEN_ON_PHONES}
      icon={icon}
      aria-label={label}
      title={title}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={BAR_LABEL}>{label}</span>
    </Button>
  );
}
