"use client";
// A task waits for authorization: what the agent says it wants, what the card says, where to answer.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { hasFor } from "../../lib/session/credential.ts";
import { signal } from "../../lib/session/signals.ts";
import { getMessageTask } from "../../lib/timeline/messages.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useDesk } from "../command/desk.tsx";
import { AboveComposer } from "../compose/above-composer.tsx";
import { taskAtHand } from "../compose/target.ts";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { useAgent, useHeld, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { linksIn } from "./links.ts";
import { OutwardLink } from "./outward-link.tsx";
import { needInWords } from "./words.ts";

/** More is a message to be read, in its row. */
const MOST_SAID = 400;

export function AuthWanted() {
  const { run } = useDesk();
  const scope = useView((state) => state.scope);
  const isConnected = useAgent((state) => state.endpoint !== null);
  useSlowVersion();
  const { timeline } = run.getState();
  const task = taskAtHand(timeline, scope);
  if (!isConnected || task?.state !== "auth-required") return null;
  return <Wanted key={task.index} task={task} parts={partsSaid(timeline, task)} />;
}

/** What the agent said last in the task. */
function partsSaid(timeline: Timeline, task: TaskLane): readonly Part[] {
  const said = timeline.messages.findLast(
    (fact) =>
      fact.message.role === "agent" && getMessageTask(fact, timeline.lastEvent) === task.index,
  );
  return said?.message.parts ?? [];
}

function Wanted({ task, parts }: { task: TaskLane; parts: readonly Part[] }) {
  const { screen } = useDesk();
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const held = useHeld(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { missing } = checkRequirements(security.requirements, (need) =>
    hasFor(held, security, need),
  );
  const text = joinPartTexts(parts);
  const data = parts.flatMap((part) => (part.kind === "data" ? [part.data] : []));
  const links = linksIn([text, ...data]);
  return (
    <AboveComposer>
      <Banner
        severity="warning"
        live
        who="Agent"
        title="The task waits for authorization"
        {...(data.length > 0 && {
          details: JSON.stringify(data.length === 1 ? data[0] : data, null, 2),
          detailsLabel: "What it sent with it",
        })}
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => signal("focus-composer")}>
              Answer in the message box
            </Button>
            <Button size={24} icon="key" onClick={() => screen.openCredentials()}>
              Give credentials
            </Button>
          </>
        }
      >
        <p dir="auto">
          {text === ""
            ? "The agent does not say what it wants."
            : text.slice(0, MOST_SAID) + (text.length > MOST_SAID ? "…" : "")}
        </p>
        {missing.length > 0 && <p>The card wants {missing.map(needInWords).join(" and ")}.</p>}
        {links.map((url) => (
          <OutwardLink key={url} url={url} />
        ))}
        <p>
          Once you have done what it asks, answer in the message box: that goes on with task{" "}
          <span className="mono">{boundText(task.id, 40)}</span>. Credentials for the agent itself
          go with every request.
        </p>
      </Banner>
    </AboveComposer>
  );
}
