"use client";
// How the times of rows are written: since the start of what is shown, or as the time of day.
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import {
  readSetting,
  SETTINGS,
  type TimeSettings,
  writeSetting,
} from "../../lib/session/settings.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { formatClockTime, formatOffset } from "../ui/format.ts";

const getTimeStore = defineStore(
  (): StoreApi<TimeSettings> => createStore(() => readSetting(SETTINGS.time)),
);

export function useTimeSettings(): [
  time: TimeSettings,
  change: (changed: Partial<TimeSettings>) => void,
] {
  const store = getTimeStore(useAppContext());
  const change = (changed: Partial<TimeSettings>) => {
    store.setState(changed);
    writeSetting(SETTINGS.time, store.getState());
  };
  return [useStore(store), change];
}

/** Formats a time of the timeline; `origin` is where what is shown starts. */
type TimeFormatter = (ms: number, origin: number) => string;

/** Without the date of the start there is no time of day. */
export function useTimeFormatter(timeline: Timeline): TimeFormatter {
  const { clock, zone } = useStore(getTimeStore(useAppContext()));
  return createTimeFormatter(clock === "clock" ? timeline.at : null, zone);
}

export function createTimeFormatter(
  startedAt: string | null,
  zone: TimeSettings["zone"],
): TimeFormatter {
  const start = Date.parse(startedAt ?? "");
  if (Number.isNaN(start)) return (ms, origin) => formatOffset(ms - origin);
  return (ms) => formatClockTime(start + ms, zone);
}
