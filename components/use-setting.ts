"use client";
// Hook with a setting that is one value, in step with other parts of the page and other tabs.
import { useCallback, useSyncExternalStore } from "react";
import { readSetting, type Setting, watchSetting, writeSetting } from "../lib/session/settings.ts";

type Value = string | number | boolean;

/** The value and its setter. If the storage is blocked, the value stays as it is. */
export function useSetting<T extends Value>(
  setting: Setting<T>,
): readonly [value: T, write: (value: T) => void] {
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => watchSetting(setting, changed), [setting]),
    () => readSetting(setting),
    () => setting.defaultValue,
  );
  const write = useCallback((now: T) => writeSetting(setting, now), [setting]);
  return [value, write];
}
