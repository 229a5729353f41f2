"use client";
import type { DialectSettings } from "../../lib/dialects/settings.ts";
/** How the dialects are set, and the way to set them: at once, kept, and with one's place kept. */
import { getDialectSettings } from "../../lib/session/view.ts";
import { useAppContext } from "../app-context.tsx";
import { useView } from "../session.tsx";

export interface DialectControls {
  readonly settings: DialectSettings;
  readonly change: (part: Partial<DialectSettings>) => void;
}

export function useDialects(): DialectControls {
  const settings = useView(getDialectSettings);
  const { screen } = useAppContext();
  return { settings, change: (part) => screen.setDialects({ ...settings, ...part }) };
}

/** A list with something taken out of it, or put in where it was not there. */
export function toggleItem<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((it) => it !== one) : [...list, one];
}
