// Spinner, waiting line, progress line and empty state.
import { memo, type ReactNode } from "react";
import { boundNode, boundText } from "./bounded-text.ts";
import { Icon, type IconName, STROKE } from "./icons.tsx";

interface SpinnerProps {
  size?: number;
  label?: string;
}

/** Spinner. Without a label it is decorative, beside text with the status. */
export const Spinner = memo(function Spinner({ size = 16, label }: SpinnerProps) {
  return (
    <>
      {/* An HTML box, because browsers animate SVG content on the main thread. */}
      <span ref={turn} className="inline-grid flex-none">
        <svg {...STROKE} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
          <circle cx="8" cy="8" r="5.5" opacity=".25" />
          <path d="M8 2.5a5.5 5.5 0 0 1 5.5 5.5" />
        </svg>
      </span>
      {label && <span className="sr-only">{label}</span>}
    </>
  );
});

/**
 * Turns an element in steps, together with all others. Of an animation in CSS, a browser computes the
 * style anew in each frame that anything asks for, and draws each; of steps, only when one is taken.
 */
function turn(element: HTMLElement | null): (() => void) | undefined {
  if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
  const turning = element.animate({ rotate: ["0turn", "1turn"] }, TURN);
  turning.startTime = 0;
  return () => turning.cancel();
}

const TURN = { duration: 1_200, iterations: Number.POSITIVE_INFINITY, easing: "steps(12)" };

/** What is being done, in the place of its result. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex min-h-30 items-center justify-center gap-2 text-fg-2">
      <Spinner size={14} /> {children}
    </p>
  );
}

const PROGRESS =
  "block h-0.5 w-full appearance-none border-0 bg-transparent text-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent";

export function ProgressLine({ value, label }: { value: number; label: string }) {
  return (
    <progress className={PROGRESS} max={1} value={value} aria-label={label}>
      {Math.round(value * 100)} %
    </progress>
  );
}

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  /** Optional action, e.g. a button. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid h-full place-items-center p-6">
      <div className="grid max-w-[44ch] justify-items-center gap-1 text-center">
        {icon && (
          <span className="mb-2 text-fg-3">
            <Icon name={icon} size={20} />
          </span>
        )}
        <p className="text-13 font-semibold text-fg-1">{boundText(title)}</p>
        {children && <div className="text-12 text-fg-2">{boundNode(children)}</div>}
        {action && <div className="mt-3 flex gap-2">{action}</div>}
      </div>
    </div>
  );
}
