"use client";
// The user's say over the dialects: whether, whose, into what, and rules of one's own.
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { FrameworkList } from "./framework-list.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { useDialects } from "./use-dialects.ts";
import { UserRuleSection } from "./user-rule-section.tsx";

const MODE_OPTIONS = [
  { value: "dialects", label: "With dialects" },
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
        Agents say plans, tools and answers each in their own way, beyond what A2A names. Here you
        choose how rows are told. What a run recorded never changes: every frame and every byte
        stays as it came.
      </p>
      <SegmentedControl
        label="How rows are read"
        options={MODE_OPTIONS}
        value={settings.on ? "dialects" : "plain"}
        onChange={(value) => change({ on: value === "dialects" })}
      />
      <section aria-labelledby="dialects-kinds">
        <h3 id="dialects-kinds">Kinds</h3>
        <p className="dialects-hint">What rows may be made into.</p>
        <KindChoice />
      </section>
      <UserRuleSection />
      <section aria-labelledby="dialects-families">
        <h3 id="dialects-families">Families</h3>
        <p className="dialects-hint">
          Who is listened to, what they are recognised by, and how many rows of the open run each
          has a say in.
        </p>
        <FrameworkList />
      </section>
    </>
  );
}
