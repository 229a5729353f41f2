/** Saves logs or the selected time range to the library; the code loads on the first save. */
import type { AppContext } from "../app-shell/feature.ts";

const loadSaving = () => import("./save-open-run.tsx");

export function saveOpenLog(app: AppContext): void {
  void loadSaving().then((saving) => saving.saveOpenLog(app));
}

export function openSavedLogs(app: AppContext, files: readonly File[]): void {
  void loadSaving().then((saving) => saving.openSavedLogs(app, files));
}

export function saveOpenTimeRange(app: AppContext): void {
  void loadSaving().then((saving) => saving.saveOpenTimeRange(app));
}
