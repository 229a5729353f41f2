"use client";
// Settings of how things look, and of how times are written.
import { type ReactNode, useId } from "react";
import { DENSITIES, type Density, SETTINGS, writeSetting } from "../../../lib/session/settings.ts";
import { useLayout } from "../../app-context.tsx";
import { useTimeSettings } from "../../labels/time-settings.ts";
import { useSession, useView } from "../../session.tsx";
import { CheckLine } from "../../ui/check-line.tsx";
import { SegmentedControl } from "../../ui/segmented.tsx";
import { setThemeChoice, useThemeChoice } from "../../ui/theme.ts";

interface SettingRowProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** One setting: what it is, what it does, and its control. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be a grid
    <div
      role="group"
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line-1 py-2.5 max-phone:grid-cols-1"
    >
      <div>
        <h4 id={id} className="font-semibold">
          {title}
        </h4>
        <p className="text-fg-2">{hint}</p>
      </div>
      <div>{children}</div>
    </div>
  );
}

interface ChoiceSettingProps<Value extends string> {
  title: string;
  hint: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A setting with a few values, all of which are shown. */
function ChoiceSetting<Value extends string>(props: ChoiceSettingProps<Value>) {
  const { title, hint, ...choice } = props;
  return (
    <SettingRow title={title} hint={hint}>
      <SegmentedControl label={title} {...choice} />
    </SettingRow>
  );
}

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  comfortable: "Comfortable",
  compact: "Compact",
};
const DENSITY_OPTIONS = DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }));

export function AppearanceSettings() {
  const { density, setDensity } = useLayout((layout) => layout);
  return (
    <>
      <ChoiceSetting
        title="Theme"
        hint="System follows the setting of your device."
        options={THEMES}
        value={useThemeChoice()}
        onChange={setThemeChoice}
      />
      <ChoiceSetting
        title="Row density"
        hint="Compact rows fit more on the screen."
        options={DENSITY_OPTIONS}
        value={density}
        onChange={setDensity}
      />
    </>
  );
}

const CLOCKS = [
  { value: "offset", label: "Since start" },
  { value: "clock", label: "Clock" },
] as const;
const ZONES = [
  { value: "local", label: "Local" },
  { value: "utc", label: "UTC" },
] as const;

export function TimeSettings() {
  const { view } = useSession();
  const foldsIdle = useView((state) => state.foldsIdle);
  const [time, change] = useTimeSettings();
  return (
    <>
      <ChoiceSetting
        title="Times of rows"
        hint="The time since the start of what is shown, such as +2.604, or the time of day. Logs without a date show the time since the start."
        options={CLOCKS}
        value={time.clock}
        onChange={(clock) => change({ clock })}
      />
      <ChoiceSetting
        title="Time zone"
        hint="For the time of day."
        options={ZONES}
        value={time.zone}
        onChange={(zone) => change({ zone })}
      />
      <SettingRow
        title="Idle time"
        hint="Long gaps between exchanges are drawn short. Applies to this run and to those you open next."
      >
        <CheckLine
          checked={foldsIdle}
          onChange={(folds) => {
            view.setState({ foldsIdle: folds });
            writeSetting(SETTINGS.foldsIdle, folds);
          }}
        >
          Fold idle time
        </CheckLine>
      </SettingRow>
    </>
  );
}
