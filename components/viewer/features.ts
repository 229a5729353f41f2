/** The features of an exported HTML file: those that need no server. */
import { createCommand } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { cardFeature } from "../card/feature.ts";
import { compareTaskFeature } from "../compare-task/feature.ts";
import { conversationFeature } from "../conversation/feature.ts";
import { dialectsFeature } from "../dialects/feature.ts";
import { inspectFeature } from "../inspect/feature.ts";
import { createPaletteFeature } from "../palette/feature.tsx";
import { problemsFeature } from "../problems/feature.ts";
import { rulesFeature } from "../rules/feature.ts";
import { timelineFeature } from "../timeline/feature.ts";
import { downloadFile } from "../ui/choose-files.ts";
import { shellFeature } from "../workbench/shell-feature.ts";

/** Saves the log that is embedded in the page. */
export function saveLog({ run }: Pick<AppContext, "run">): void {
  const { source } = run.getState();
  if (source?.kind === "file") downloadFile(source.file);
}

const logFeature: Feature = {
  commands: [createCommand("Log", "save", "Save log", saveLog, { keys: ["mod+s"] })],
};

export const VIEWER_FEATURES: readonly Feature[] = [
  shellFeature,
  createPaletteFeature(() => []),
  logFeature,
  cardFeature,
  timelineFeature,
  conversationFeature,
  inspectFeature,
  problemsFeature,
  rulesFeature,
  dialectsFeature,
  compareTaskFeature,
];
