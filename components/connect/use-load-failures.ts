"use client";
// What is asked for and cannot be loaded is told, wherever nobody waits for it: a key that does
// nothing without a word looks as if it were pressed in the wrong place.
import { useEffect } from "react";
import { showToast } from "../ui/toast.tsx";

export function useLoadFailures(): void {
  useEffect(() => {
    const onRejected = ({ reason }: PromiseRejectionEvent) => {
      if (!(reason instanceof Error) || reason.name !== "ChunkLoadError") return;
      showToast({ text: "That part of Loupe could not be loaded. Does its server still run?" });
    };
    addEventListener("unhandledrejection", onRejected);
    return () => removeEventListener("unhandledrejection", onRejected);
  }, []);
}
