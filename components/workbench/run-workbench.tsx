"use client";
// The screen for an address that names a recording. The imports without a name put the scripts that read
// and show it into the head of its page.
import "../../lib/session/load-recording.ts";
import "./app-panes.tsx";
import { Workbench } from "./workbench.tsx";

export function RunWorkbench() {
  return <Workbench opensRun />;
}
