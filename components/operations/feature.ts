/** Feature: the operations of the protocol, except sending messages. */
import { createCommand, isConnected } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";
import { openOperations } from "./open-operations.ts";

export const operationsFeature: Feature = {
  dialogs: { operations: { Dialog: createLazyDialog(() => import("./operations-dialog.tsx")) } },
  commands: [
    createCommand("Agent", "operations", "Operations on tasks", (app) => openOperations(app), {
      synonyms: "get task, list tasks, push notification, subscribe",
      keys: ["o"],
      enabled: isConnected,
    }),
  ],
};
