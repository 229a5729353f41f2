"use client";
// Hook that returns whether the page is hydrated and responds to input.
import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
}
