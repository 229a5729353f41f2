"use client";
// Say something to the agent: names the target task and the method before it sends.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { methodName } from "../../lib/protocol/encode.ts";
import { INTERRUPTED_STATES, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAgent, useRun, useSession } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Select } from "../ui/select.tsx";

type Target = "continue" | "context" | "new";

const VERSIONS: readonly Version[] = ["1.0", "0.3", "0.2", "0.1"];

export function Composer() {
  const { agent, view } = useSession();
  const card = useAgent((state) => state.card);
  const endpoint = useAgent((state) => state.endpoint);
  const chosenVersion = useAgent((state) => state.version);
  const sendProblem = useAgent((state) => state.sendProblem);
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  useRun((run) => run.version);
  const task = timeline.tasks[timeline.tasks.length - 1];
  const state = task?.state ?? null;
  const [text, setText] = useState("");
  const [operation, setOperation] = useState<"stream" | "send">("stream");
  const [target, setTarget] = useState<Target | null>(null);
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (!endpoint) return null;

  const version = chosenVersion ?? endpoint.version;
  const natural = naturalTarget(task);
  const shown = target !== null && isPossible(target, task) ? target : natural;
  const send = async () => {
    if (text.trim() === "" || sending) return;
    setSending(true);
    const message = { text, messageId: crypto.randomUUID(), ...idsFor(shown, task) };
    const exchange = await agent.send({ operation, message });
    setSending(false);
    if (exchange === null) return;
    setText("");
    setTarget(null);
    view.setState({ following: true, scope: "all" });
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void send();
    }
  };
  const canCancel = live && task && task.id !== "" && state !== null && !TERMINAL_STATES.has(state);
  return (
    <section className="composer-bar" aria-label="Composer">
      {sendProblem && (
        <Banner
          severity="error"
          who={sendProblem.who}
          title="Not sent"
          remedy={sendProblem.remedy ?? undefined}
        >
          {sendProblem.what}
        </Banner>
      )}
      <div className="composer">
        <TextArea
          ref={box}
          label="Message"
          placeholder={
            shown === "continue"
              ? `Answer the ${state ?? "current"} task…`
              : placeholderFor(card?.examples)
          }
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
        />
        <div className="composer-tools">
          <Select label="Target" value={shown} onChange={setTarget} options={targetOptions(task)} />
          <Select
            label="Method"
            mono
            value={operation}
            onChange={setOperation}
            options={(["stream", "send"] as const).map((value) => ({
              value,
              label: methodName(value, version),
            }))}
          />
          <Select
            label="Protocol version"
            value={version}
            onChange={(value) => agent.chooseVersion(value)}
            options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
          />
          <IdleTimeout />
          <span className="composer-end">
            {live && <StopButton />}
            {canCancel && (
              <Button
                variant="danger"
                icon="stop"
                onClick={() => void agent.send({ operation: "cancel", taskId: task.id })}
              >
                Cancel task
              </Button>
            )}
            <Button
              variant="primary"
              disabled={sending || text.trim() === ""}
              onClick={() => void send()}
            >
              Send <Kbd keys="mod+enter" />
            </Button>
          </span>
        </div>
      </div>
    </section>
  );
}

const IDLE_CHOICES = [10, 30, 60, 300, 1800] as const;

/** How long an answer may be silent; there is no limit to how long it may last. */
function IdleTimeout() {
  const [seconds, setSeconds] = useState<number>(SETTINGS.idleTimeoutSeconds.fallback);
  useEffect(() => setSeconds(readSetting(SETTINGS.idleTimeoutSeconds)), []);
  const options = IDLE_CHOICES.map((value) => ({
    value: String(value),
    label: value < 60 ? `${value} s of silence` : `${value / 60} min of silence`,
  }));
  return (
    <Select
      label="Give up after"
      value={String(seconds)}
      options={options}
      onChange={(value) => {
        setSeconds(Number(value));
        writeSetting(SETTINGS.idleTimeoutSeconds, Number(value));
      }}
    />
  );
}

/** Stops watching without telling the agent, for streams that will not end. */
function StopButton() {
  const { agent } = useSession();
  const timeline = useRun((run) => run.timeline);
  const running = timeline.exchanges.filter(({ ended }) => !ended);
  if (running.length === 0) return null;
  return (
    <Button
      variant="outline"
      icon="close"
      title="Closes the connection; the agent is not told to stop"
      onClick={() => {
        for (const { id } of running) void agent.hangUp(id);
      }}
    >
      Stop watching
    </Button>
  );
}

function naturalTarget(task: TaskLane | undefined): Target {
  const state = task?.state ?? null;
  if (state !== null && INTERRUPTED_STATES.has(state) && isPossible("continue", task))
    return "continue";
  return isPossible("context", task) ? "context" : "new";
}

function isPossible(target: Target, task: TaskLane | undefined): boolean {
  if (target === "new") return true;
  if (target === "context") return task?.contexts.latest !== undefined;
  return (
    task !== undefined &&
    task.id !== "" &&
    (task.state === null || !TERMINAL_STATES.has(task.state))
  );
}

function idsFor(target: Target, task: TaskLane | undefined) {
  const contextId = target === "new" ? null : (task?.contexts.latest ?? null);
  return { contextId, taskId: target === "continue" ? (task?.id ?? null) : null };
}

function targetOptions(task: TaskLane | undefined) {
  const id = task?.id.slice(0, 4) ?? "";
  return [
    {
      value: "continue" as const,
      label: id ? `Continue task ${id}…` : "Continue task",
      disabled: !isPossible("continue", task),
    },
    {
      value: "context" as const,
      label: "New task, same context",
      disabled: !isPossible("context", task),
    },
    { value: "new" as const, label: "New context" },
  ];
}

function placeholderFor(examples: readonly string[] | undefined): string {
  const [example] = examples ?? [];
  return example
    ? `Message the agent, for example “${example.slice(0, 80)}”`
    : "Message the agent…";
}
