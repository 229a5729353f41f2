"use client";
// Hook that tells whether the page is hydrated and responds to input.
import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
}
