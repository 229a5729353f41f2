"use client";
// The button of a form that starts something, and in its place the one that stops it.

import { Button } from "./button.tsx";

interface StartStopProps {
  /** The label of the button that submits the form. */
  start: string;
  disabled: boolean;
  isRunning: boolean;
  onStop: () => void;
}

export function StartStop({ start, disabled, isRunning, onStop }: StartStopProps) {
  return (
    <div className="flex items-center justify-end gap-2">
      {/* By their keys they are two elements: one that became the other would submit the form. */}
      {isRunning ? (
        <Button key="stop" icon="stop" variant="outline" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button key="start" type="submit" variant="primary" disabled={disabled}>
          {start}
        </Button>
      )}
    </div>
  );
}
