"use client";
// The conversation, which loads with the first run that opens as one.
import { createLazyComponent } from "../ui/lazy-component.tsx";

export const ConversationPane = createLazyComponent(() => import("./conversation-pane.tsx"), {
  meanwhile: <div className="min-h-0 flex-1" aria-busy="true" />,
});
