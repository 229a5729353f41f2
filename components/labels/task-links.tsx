"use client";
// A sentence of a verdict in which the tasks that it names lead to their last state.
import type { NamedTask } from "../../lib/lint/verdict/verdict-model.ts";
import { boundText } from "../ui/bounded-text.ts";
import { abbreviateId } from "../ui/short-id.tsx";

interface TaskLinksProps {
  text: string;
  tasks: readonly NamedTask[];
  onShow: (event: number) => void;
}

const KEPT = 6;

export function TaskLinks({ text, tasks, onShow }: TaskLinksProps) {
  let rest = text;
  const parts = tasks.flatMap(({ id, event }) => {
    const at = rest.indexOf(id);
    if (at < 0) return [];
    const before = rest.slice(0, at);
    rest = rest.slice(at + id.length);
    return [
      boundText(before),
      <button
        key={event}
        type="button"
        className="text-fg-1 underline decoration-line-3 underline-offset-3 hover:text-accent"
        title={`Show task ${boundText(id)}`}
        onClick={() => onShow(event)}
      >
        {boundText(abbreviateId(id, KEPT))}
      </button>,
    ];
  });
  return (
    <>
      {parts}
      {boundText(rest)}
    </>
  );
}
