"use client";
// Sends a saved request with one click, if all of its variables have a value; else shows it.
import type { SavedRequest } from "../../lib/requests/schemas.ts";
import { resolveVariables } from "../../lib/requests/variables.ts";
import { useAppContext } from "../app-context.tsx";
import { announce } from "../ui/announce.ts";
import { showToast } from "../ui/toast.tsx";
import { getRequestsStore } from "./requests-store.ts";
import {
  getValuesWithGiven,
  type SavedRequestsControls,
  useAgentOrigin,
} from "./use-saved-requests.ts";

type SendSaved = (saved: SavedRequest) => Promise<void>;

/** What was edited is sent as edited. `onSent` closes the dialog. */
export function useSendSaved({ saved }: SavedRequestsControls, onSent: () => void): SendSaved {
  const app = useAppContext();
  const origin = useAgentOrigin();
  return async (request) => {
    const { drafts, givenValues, show } = getRequestsStore(app).getState();
    const { content, name } = drafts.get(request.id) ?? request;
    const values = getValuesWithGiven(saved, origin, givenValues);
    const resolved = resolveVariables(content, values);
    const missing = [...resolved.unresolved, ...resolved.misplaced];
    if (missing.length > 0) {
      show(request.id);
      announce(`Not sent: ${missing.join(", ")} has no value.`);
      return;
    }
    const reason = await app.actions.sendContent(resolved.content);
    if (reason !== null) {
      showToast({ text: reason });
      return;
    }
    announce(`Sent ${name}`);
    onSent();
  };
}
