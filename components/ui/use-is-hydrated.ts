"use client";
// Whether the page answers yet: what the server sent can be read before it can be used.
import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
}
