"use client";
// The settings page: a list of sections, each with its own address, and the forms of the open one. The
// forms are those of the dialogs that their commands open.
import type { ComponentType } from "react";
import { SETTINGS_SECTIONS, type SettingsSection } from "../../../lib/session/view.ts";
import { DialectsForm } from "../../dialects/dialects-dialog.tsx";
import { LimitsForm } from "../../limits/limits-dialog.tsx";
import { useSession, useView } from "../../session.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { ShortcutList } from "../shortcuts-dialog.tsx";
import { AppearanceSettings, TimeSettings } from "./display-settings.tsx";
import { TelemetrySettings } from "./telemetry-settings.tsx";

interface SectionMeta {
  readonly title: string;
  readonly icon: IconName;
  readonly Content: ComponentType;
}

const SECTIONS: Readonly<Record<SettingsSection, SectionMeta>> = {
  appearance: { title: "Appearance", icon: "theme", Content: AppearanceSettings },
  time: { title: "Time", icon: "activity", Content: TimeSettings },
  keys: { title: "Keys", icon: "text", Content: ShortcutList },
  limits: { title: "Limits", icon: "stop", Content: LimitsForm },
  telemetry: { title: "Telemetry", icon: "trace", Content: TelemetrySettings },
  conventions: { title: "Dialects", icon: "braces", Content: DialectsForm },
};

export default function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view } = useSession();
  const close = () => {
    view.setState({ openSettings: null });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Settings"
      width="large"
      tall
      className="max-phone:max-h-[calc(100dvh-16px)]"
    >
      <SettingsBody />
    </Dialog>
  );
}

/** Fills the dialog to its edges. */
const PANES =
  "-mx-4 -mb-4 grid h-[min(680px,calc(100dvh-70px))] grid-cols-[190px_minmax(0,1fr)] grid-rows-1 border-t border-line-2 text-12/5 max-phone:grid-cols-1 max-phone:grid-rows-[auto_minmax(0,1fr)]";
const SECTION_LINK =
  "flex h-8 w-full flex-none items-center gap-2 rounded-2 px-2.5 text-left text-fg-2 hover:bg-bg-2 current:bg-accent-bg current:font-medium current:text-fg-1 forced-colors:current:outline forced-colors:current:outline-[Highlight] max-phone:h-9 max-phone:w-auto";

function SettingsBody() {
  const { view } = useSession();
  const open = useView((state) => state.openSettings) ?? SETTINGS_SECTIONS[0];
  const { title, Content } = SECTIONS[open];
  return (
    <div className={PANES}>
      <nav
        aria-label="Settings"
        className="flex min-h-0 flex-col gap-0.5 overflow-auto border-r border-line-2 bg-bg-0 p-2 max-phone:flex-row max-phone:flex-wrap max-phone:border-r-0 max-phone:border-b"
      >
        {SETTINGS_SECTIONS.map((section) => (
          <button
            key={section}
            type="button"
            className={SECTION_LINK}
            aria-current={section === open ? "page" : undefined}
            onClick={() => view.setState({ openSettings: section })}
          >
            <Icon name={SECTIONS[section].icon} size={14} className="text-fg-3" />
            {SECTIONS[section].title}
          </button>
        ))}
      </nav>
      <section
        key={open}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-labelledby="settings-title"
        className="min-h-0 min-w-0 overflow-auto px-5 pt-4 pb-6 max-phone:px-3"
      >
        <h3 id="settings-title" className="pb-3 text-18 font-[640]">
          {title}
        </h3>
        <Content />
      </section>
    </div>
  );
}
