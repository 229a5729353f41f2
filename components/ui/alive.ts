"use client";
// Whether the page answers yet: what the server sent can be read before it can be used.
import { useSyncExternalStore } from "react";

const never = () => () => {};

export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
