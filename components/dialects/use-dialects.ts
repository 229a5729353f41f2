"use client";
// The dialect settings, and a function to change them.
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import { getDialectSettings } from "../../lib/session/view.ts";
import { useAppContext } from "../app-context.tsx";
import { useView } from "../session.tsx";
import { setDialects } from "./dialect-actions.ts";

interface DialectControls {
  readonly settings: DialectSettings;
  readonly change: (part: Partial<DialectSettings>) => void;
}

export function useDialects(): DialectControls {
  const settings = useView(getDialectSettings);
  const app = useAppContext();
  return { settings, change: (part) => setDialects(app, { ...settings, ...part }) };
}

/** Removes an item from a list, or adds it if it was missing. */
export function toggleItem<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((it) => it !== one) : [...list, one];
}
