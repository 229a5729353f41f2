// The box of the composer and of the request editor, and the line of tools at its end.
import type { ReactNode } from "react";
import type { SendKeys } from "../../lib/session/settings.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Kbd } from "../ui/kbd.tsx";

/** The box. `over`: files are dragged over it. */
export function composerClass({ over = false } = {}): string {
  return cx(
    "@container/composer rounded-3 max-phone:[&_button]:min-h-9 max-phone:[&_:has(>select)]:min-h-9",
    "forced-colors:border forced-colors:focus-within:border-[Highlight] forced-colors:focus-within:outline forced-colors:focus-within:outline-[Highlight]",
    over
      ? "bg-accent-bg inset-ring-2 inset-ring-accent"
      : "bg-bg-2 inset-ring inset-ring-line-2 focus-within:inset-ring-accent",
  );
}

interface ComposerToolsProps {
  choices: ReactNode;
  /** Send, and what stands beside it. */
  end: ReactNode;
  className?: string;
}

/** The choices are one line, which scrolls sideways where it is too long. */
export function ComposerTools({ choices, end, className }: ComposerToolsProps) {
  return (
    <div className={cx("flex min-w-0 items-end gap-1.5 px-1.25 pt-1 pb-1.25", className)}>
      {choices && (
        <span className="flex min-w-0 flex-1 gap-0.5 overflow-x-auto [scrollbar-width:none] *:flex-none">
          {choices}
        </span>
      )}
      <span className="ml-auto flex flex-none gap-1.5">{end}</span>
    </div>
  );
}

interface SendButtonProps {
  disabled: boolean;
  /** The keys that send. */
  keys?: SendKeys;
  /** Where there is little room, they are not shown. */
  isCompact?: boolean;
  children: ReactNode;
}

export function SendButton(props: SendButtonProps) {
  const { disabled, keys = "mod+enter", isCompact = false, children } = props;
  return (
    <Button type="submit" variant="primary" disabled={disabled}>
      {children}{" "}
      <span className={isCompact ? "hidden" : "max-phone:hidden"}>
        <Kbd keys={keys} />
      </span>
    </Button>
  );
}
