/** Feature: the composer, which sends messages and edited requests to the agent. */
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { emitUiEvent, type UiEventName } from "../../lib/session/ui-events.ts";
import { createCommand, hasCalls, isConnected } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { showToast } from "../ui/toast.tsx";
import { getComposeStore } from "./compose-store.ts";
import { cancelTask, findCancellableTask, isWatching, stopWatching } from "./live-actions.tsx";

/** Loads with the first saved request. */
const loadSavedContent = () => import("./saved-content.ts");

/** A command that the composer carries out. */
const createComposerCommand = (
  id: string,
  title: string,
  event: UiEventName,
  options: { readonly keys?: readonly string[]; readonly synonyms?: string } = {},
) =>
  createCommand("Agent", id, title, () => emitUiEvent(event), {
    ...options,
    enabled: isConnected,
  });

function switchSendKeys(): void {
  const isEnter = readSetting(SETTINGS.sendKeys) === "enter";
  writeSetting(SETTINGS.sendKeys, isEnter ? "mod+enter" : "enter");
  showToast({
    text: isEnter
      ? "Ctrl+Enter (⌘ Enter on a Mac) sends messages. Enter starts a new line."
      : "Enter sends messages. Shift+Enter starts a new line.",
  });
}

export const composeFeature: Feature = {
  commands: [
    createComposerCommand("message", "Write a message", "focus-composer", {
      keys: ["m"],
      synonyms: "compose, chat, prompt",
    }),
    createComposerCommand("send", "Send", "send-message", { keys: ["mod+enter"] }),
    createCommand("Agent", "send-keys", "Send with Enter or with Ctrl+Enter", switchSendKeys),
    createComposerCommand("attach", "Attach a file", "attach-file"),
    createComposerCommand("data", "Add a data part", "add-data"),
    createComposerCommand("options", "Message options", "show-options"),
    createComposerCommand("new", "New conversation", "new-conversation", {
      synonyms: "reset, session, context",
    }),
    createComposerCommand("curl", "Copy request as curl", "copy-request"),
    createComposerCommand(
      "curl-secrets",
      "Copy request as curl with secrets",
      "copy-request-secrets",
    ),
    createComposerCommand("copy-fetch", "Copy request as JavaScript fetch", "copy-fetch"),
    createComposerCommand("copy-python", "Copy request as Python", "copy-python"),
    createComposerCommand(
      "copy-javascript-sdk",
      "Copy request as JavaScript SDK code",
      "copy-javascript-sdk",
    ),
    createComposerCommand("copy-python-sdk", "Copy request as Python SDK code", "copy-python-sdk"),
    createComposerCommand("edit-request", "Edit request before sending", "edit-request"),
    createCommand(
      "Agent",
      "save-request",
      "Save message or request",
      ({ actions }) => actions.saveDraft(),
      { enabled: isConnected },
    ),
    createCommand("Agent", "cancel", "Cancel task", cancelTask, {
      synonyms: "stop, abort",
      keys: ["mod+."],
      enabled: (app) => findCancellableTask(app) !== null,
    }),
    createCommand("Agent", "hang-up", "Stop watching", stopWatching, {
      synonyms: "stop, disconnect, close",
      enabled: isWatching,
    }),
    createCommand("Agent", "again", "Edit and resend", ({ actions }) => actions.editAndResend(), {
      synonyms: "replay, retry, rerun",
      keys: ["e"],
      enabled: (app) => isConnected(app) && hasCalls(app),
    }),
  ],
  createActions: (app) => ({
    writeMessage: (text) => getComposeStore(app).getState().setDraft(text),
    // Loads with the rows, which have the requests.
    editAndResend: (exchange) =>
      void import("./edit-and-resend.ts").then((module) => module.editAndResend(app, exchange)),
    saveDraft: () => void loadSavedContent().then((module) => module.saveDraft(app)),
    saveExchange: (exchange) =>
      void loadSavedContent().then((module) => module.saveExchange(app, exchange)),
    openContent: (content) =>
      void loadSavedContent().then((module) => module.openContent(app, content)),
    sendContent: (content) => loadSavedContent().then((module) => module.sendContent(app, content)),
  }),
};
