"use client";
// Dialect settings: on or off, kinds, frameworks and the user's rules.
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { FrameworkList } from "./framework-list.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { useDialects } from "./use-dialects.ts";
import { UserRuleSection } from "./user-rule-section.tsx";

const MODE_OPTIONS = [
  { value: "dialects", label: "Use dialects" },
  { value: "plain", label: "Plain A2A" },
] as const;

export default function DialectsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Dialects" className="dialects">
      <DialectsBody />
    </Dialog>
  );
}

function DialectsBody() {
  const { settings, change } = useDialects();
  return (
    <>
      <p className="dialects-lead">
        Dialects are the conventions by which agent frameworks send plans, tool calls and results,
        which A2A itself does not define. Choose here how rows show them. The recording never
        changes: every frame and every byte stays as received.
      </p>
      <SegmentedControl
        label="Row interpretation"
        options={MODE_OPTIONS}
        value={settings.on ? "dialects" : "plain"}
        onChange={(value) => change({ on: value === "dialects" })}
      />
      <section aria-labelledby="dialects-kinds">
        <h3 id="dialects-kinds">Kinds</h3>
        <p className="dialects-hint">Kinds of rows that dialects may produce.</p>
        <KindChoice />
      </section>
      <UserRuleSection />
      <section aria-labelledby="dialects-families">
        <h3 id="dialects-families">Frameworks</h3>
        <p className="dialects-hint">
          Supported frameworks, how they are detected, and how many rows of the open run each one
          applies to.
        </p>
        <FrameworkList />
      </section>
    </>
  );
}
