"use client";
// The screen for an address that names a recording. Its page lists the scripts that read and show it.
import "../../lib/session/load-recording.ts";
import "./app-panes.tsx";
import { Workbench } from "./workbench.tsx";

export function RunWorkbench() {
  return <Workbench opensRun />;
}
