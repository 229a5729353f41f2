/** All features of a page with a server: the only list that knows every one of them. */
import type { Feature } from "../app-shell/feature.ts";
import { cardFeature } from "../card/feature.ts";
import { compareTaskFeature } from "../compare-task/feature.ts";
import { composeFeature } from "../compose/feature.ts";
import { connectFeature } from "../connect/feature.ts";
import { credentialsFeature } from "../credentials/feature.ts";
import { dialectsFeature } from "../dialects/feature.ts";
import { diffFeature } from "../diff/feature.ts";
import { exportFeature } from "../export/feature.ts";
import { filesFeature } from "../files/feature.ts";
import { inspectFeature } from "../inspect/feature.ts";
import { libraryFeature } from "../library/feature.ts";
import { useRecordings } from "../library/use-recordings.ts";
import { limitsFeature } from "../limits/feature.ts";
import { operationsFeature } from "../operations/feature.ts";
import { createPaletteFeature } from "../palette/feature.tsx";
import { problemsFeature } from "../problems/feature.ts";
import { replayFeature } from "../replay/feature.ts";
import { resendFeature } from "../resend/feature.ts";
import { rulesFeature } from "../rules/feature.ts";
import { timelineFeature } from "../timeline/feature.ts";
import { shellFeature } from "./shell-feature.ts";

export const WORKBENCH_FEATURES: readonly Feature[] = [
  shellFeature,
  createPaletteFeature(() => useRecordings().list),
  connectFeature,
  filesFeature,
  cardFeature,
  credentialsFeature,
  limitsFeature,
  timelineFeature,
  inspectFeature,
  problemsFeature,
  rulesFeature,
  dialectsFeature,
  composeFeature,
  operationsFeature,
  compareTaskFeature,
  libraryFeature,
  exportFeature,
  replayFeature,
  resendFeature,
  diffFeature,
];
