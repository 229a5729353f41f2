"use client";
// Dialog with the keyboard shortcuts, generated from the registered commands.
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { COMMAND_GROUPS } from "../app-shell/feature.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";

/** Keys of the focused control. */
const WIDGET_SHORTCUTS: readonly {
  title: string;
  keys: readonly string[];
  needsServer?: boolean;
}[] = [
  { title: "On the overview or transport: step one event", keys: ["left", "right"] },
  { title: "On the overview: select a time range", keys: ["enter"] },
  { title: "On a time range edge: move it", keys: ["left", "right"] },
  { title: "On a saved log: rename it", keys: ["F2"], needsServer: true },
  { title: "On a saved log: delete it", keys: ["Delete"], needsServer: true },
  { title: "In the filter: clear, then leave", keys: ["esc"] },
  { title: "On a row: its menu", keys: ["shift+F10"] },
  { title: "In an empty message box: earlier messages", keys: ["up"], needsServer: true },
];

const GROUP = "break-inside-avoid pb-3.5";
const HEADING = "border-b border-line-2 py-1 text-12/5 font-semibold";

export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const openDialog = useOpenDialog();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      footer={<Button onClick={() => openDialog("glossary")}>Glossary</Button>}
    >
      <ShortcutList />
    </Dialog>
  );
}

export function ShortcutList() {
  const app = useAppContext();
  const commands = app.commands.list.filter(({ keys }) => keys.length > 0);
  return (
    <div className="columns-[2_280px] gap-x-8">
      {COMMAND_GROUPS.filter((group) => commands.some((one) => one.group === group)).map(
        (group) => (
          <section key={group} className={GROUP}>
            <h3 className={HEADING}>{group}</h3>
            <dl>
              {commands
                .filter((one) => one.group === group)
                .map(({ id, title, keys }) => (
                  <Shortcut key={id} title={title} keys={keys} />
                ))}
            </dl>
          </section>
        ),
      )}
      <section className={GROUP}>
        <h3 className={HEADING}>Focused control</h3>
        <dl>
          {WIDGET_SHORTCUTS.filter(({ needsServer }) => !(needsServer && app.standsAlone)).map(
            ({ title, keys }) => (
              <Shortcut key={title} title={title} keys={keys} />
            ),
          )}
        </dl>
      </section>
    </div>
  );
}

function Shortcut({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-7 items-center gap-2 border-b border-line-1 text-12/5 text-fg-2">
      <dt>{title}</dt>
      <dd className="ml-auto flex flex-none gap-1">
        {keys.map((chord) => (
          <Kbd key={chord} keys={chord} />
        ))}
      </dd>
    </div>
  );
}
