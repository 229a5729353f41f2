"use client";
// Banner shown when the connection broke while a task was running. Offers to resubscribe, and
// afterwards to compare with the stored task. Why it broke is said by the verdict.
import { useState } from "react";
import { getVerdictTone } from "../../lib/lint/verdict/verdict-words.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { findStreamLoss, type StreamLoss } from "../../lib/session/lost-stream.ts";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { sendOperation } from "../../lib/session/send-operation.ts";
import { useAppContext } from "../app-context.tsx";
import { LimitButton } from "../limits/limit-button.tsx";
import { useCopyCurl } from "../request/copy-curl.tsx";
import { useAgent, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { NoticeArea } from "../ui/notice-area.tsx";
import { useRunFact, useThrottledVersion } from "../use-throttled-version.ts";

export function DisconnectedBanner() {
  const { run } = useAppContext();
  const isConnected = useAgent((state) => state.endpoint !== null);
  const isOver = useRunFact(() => !isInProgress(run.getState()));
  return isConnected && isOver ? <LossNotice /> : null;
}

function LossNotice() {
  const scope = useView((state) => state.scope);
  const { timeline } = useThrottledVersion();
  const loss = findStreamLoss(timeline, scope);
  if (loss === null) return null;
  return loss.kind === "lost" ? (
    <LostStream key={loss.exchange.id} {...loss} />
  ) : (
    <ResumedNotice key={loss.exchange.id} {...loss} />
  );
}

function ResumedNotice({ task, isRefused }: Extract<StreamLoss, { kind: "resumed" }>) {
  const { actions } = useAppContext();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <NoticeArea>
      <Banner
        severity="note"
        title={isRefused ? "Couldn't resubscribe to the task" : "Resubscribed to the task"}
        onClose={() => setClosed(true)}
        actions={
          <Button variant="outline" size={24} onClick={() => actions.compareStoredTask(task.id)}>
            Compare with the stored task <Kbd keys="g" />
          </Button>
        }
      >
        {isRefused
          ? "The agent refused. The task may be finished; you can look up the stored task."
          : "Events sent in between may be missing here."}
      </Banner>
    </NoticeArea>
  );
}

function LostStream({ exchange, task, verdict }: Extract<StreamLoss, { kind: "lost" }>) {
  const app = useAppContext();
  const call: Call = { operation: "subscribe", taskId: task.id };
  const [copied, copy] = useCopyCurl(() => call);
  return (
    <NoticeArea>
      <Banner
        severity={getVerdictTone(verdict) === "bad" ? "error" : "note"}
        title="The task may go on"
        {...(verdict.by === "loupe" && { who: "Loupe" })}
        actions={
          <>
            <Button variant="outline" size={24} onClick={() => void sendOperation(app, call)}>
              Resubscribe
            </Button>
            <Button size={24} onClick={() => app.actions.compareStoredTask(task.id)}>
              Compare with the stored task
            </Button>
            <LimitButton limit={exchange.end?.record.limit} />
            <IconButton
              size={24}
              icon={copied ? "check" : "copy"}
              label="Copy as curl"
              onClick={copy}
            />
          </>
        }
      />
    </NoticeArea>
  );
}
