"use client";
// What to do next: buttons that run commands of the page, as far as it has them and they may run.
import type { Item } from "../../lib/dialects/item.ts";
import type { NextStep } from "../../lib/report/facts/next-steps.ts";
import { findStreamLoss } from "../../lib/session/lost-stream.ts";
import { showItem } from "../../lib/session/playback.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext, Command } from "../app-shell/feature.ts";
import { getAttachmentsAt } from "../content/sorted-attachments.ts";
import { useAgent } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import type { IconName } from "../ui/icons.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

interface StepAction {
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

const MAX_STEPS = 4;

export function NextSteps({ shown }: { shown: ShownSummary }) {
  const app = useAppContext();
  // Commands of the composer need an agent.
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const { scope, nextSteps } = shown.summary;
  // The banner of a lost stream offers it, beside Resubscribe.
  const isOffered = isConnected && findStreamLoss(shown.interpretation.timeline, scope) !== null;
  const actions = nextSteps
    .filter(({ kind }) => !(isOffered && kind === "compare-task"))
    .map((step) => createAction(app, step, shown.playhead))
    .filter((action) => action !== null)
    .slice(0, MAX_STEPS);
  if (actions.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 px-3 pb-2" aria-label="Next steps">
      {actions.map(({ label, icon, run }) => (
        <li key={label}>
          <Button size={24} variant="outline" icon={icon} onClick={run}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** `null` if the page cannot do it, or not now. */
function createAction(app: AppContext, step: NextStep, playhead: number): StepAction | null {
  switch (step.kind) {
    case "open-tool":
      return {
        label: "Open the failed tool",
        icon: "tool",
        run: () => showItem(app, step.item),
      };
    case "reply":
      return createReplyAction(app, step.item, playhead);
    case "resend": {
      const again = findCommand(app, "again");
      if (!again) return runCommand(app, "send-run", "send");
      const run = () => app.actions.editAndResend(step.exchange);
      return { label: again.title, icon: "send", run };
    }
    case "sign-in":
      return runCommand(app, "credentials", "key");
    case "compare-task":
      return runCommand(app, "compare", "columns");
    case "compare-good":
      return runCommand(app, "compare-good", "swap");
    case "share":
      return runCommand(app, "export", "export") ?? runCommand(app, "save", "download");
  }
}

/** A form is filled in where it is shown; anything else is answered in the message box. */
function createReplyAction(
  app: AppContext,
  item: Item | null,
  playhead: number,
): StepAction | null {
  const hasForm = item !== null && getAttachmentsAt(item, playhead).questions.length > 0;
  const write = findCommand(app, "message");
  if (write && !hasForm) {
    const run = () => {
      app.layout.getState().showTimeline();
      write.run(app);
    };
    return { label: "Answer the question", icon: "message", run };
  }
  if (item === null) return null;
  const label = hasForm && write ? "Answer the question" : "Open the question";
  return { label, icon: "waiting", run: () => showItem(app, item) };
}

function findCommand(app: AppContext, id: string): Command | undefined {
  return app.commands.list.find((command) => command.id === id && command.enabled(app));
}

function runCommand(app: AppContext, id: string, icon: IconName): StepAction | null {
  const command = findCommand(app, id);
  return command ? { label: command.title, icon, run: () => command.run(app) } : null;
}
