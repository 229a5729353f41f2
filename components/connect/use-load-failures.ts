"use client";
// Shows a toast when a part of the app cannot be loaded and nothing else reports it. Otherwise a
// command would silently do nothing.
import { useEffect } from "react";
import { showToast } from "../ui/toast.tsx";

export function useLoadFailures(): void {
  useEffect(() => {
    const onRejected = ({ reason }: PromiseRejectionEvent) => {
      if (!(reason instanceof Error) || reason.name !== "ChunkLoadError") return;
      showToast({ text: "Couldn't load this part of Loupe. Is its server still running?" });
    };
    addEventListener("unhandledrejection", onRejected);
    return () => removeEventListener("unhandledrejection", onRejected);
  }, []);
}
