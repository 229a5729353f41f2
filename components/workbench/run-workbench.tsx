"use client";
// The screen for an address that names a run. The page brings the code that shows and reads the run.
import "../../lib/session/load-recording.ts";
import "./app-panes.tsx";
import { Workbench } from "./workbench.tsx";

export function RunWorkbench() {
  return <Workbench opensRun />;
}
