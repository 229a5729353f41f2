// The box of the composer and of the request editor, and the line of tools at its end.
import type { ReactNode } from "react";
import type { SendKeys } from "../../lib/session/settings.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Kbd } from "../ui/kbd.tsx";

/** The box. `over`: files are dragged over it. */
export function composerClass({ over = false } = {}): string {
  return cx(
    "group/composer @container/composer rounded-3 max-phone:[&_button]:min-h-9 max-phone:[&_:has(>select)]:min-h-9",
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

/** On a phone, the choices are one line that scrolls sideways. Stop buttons leave no room beside it. */
export function ComposerTools({ choices, end, className }: ComposerToolsProps) {
  return (
    <div
      className={cx(
        "group/tools flex items-end gap-1.5 px-1.25 pt-1 pb-1.25 max-phone:min-w-0 max-phone:has-data-[variant=danger]:flex-wrap",
        className,
      )}
    >
      <span className="flex min-w-0 flex-1 flex-wrap gap-0.5 max-phone:flex-nowrap max-phone:overflow-x-auto max-phone:[scrollbar-width:none] max-phone:*:flex-none max-phone:group-has-data-[variant=danger]/tools:flex-[1_0_100%]">
        {choices}
      </span>
      <span className="flex flex-none gap-1.5 max-phone:ml-auto max-phone:group-has-data-[variant=danger]/tools:flex-wrap max-phone:group-has-data-[variant=danger]/tools:justify-end max-phone:group-has-data-[variant=danger]/tools:flex-initial">
        {end}
      </span>
    </div>
  );
}

interface FoldButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  /** The message box keeps the focus. */
  keepsFocus?: boolean;
  className?: string;
  children: ReactNode;
}

/** Shows and hides a panel of the composer. In a narrow composer it has no icon. */
export function FoldButton(props: FoldButtonProps) {
  const { isOpen, onToggle, keepsFocus, className, children } = props;
  return (
    <Button
      className={cx(
        "@max-[800px]/composer:*:[svg]:hidden @max-[800px]/composer:aria-expanded:bg-bg-3 @max-[800px]/composer:aria-expanded:text-fg-1",
        className,
      )}
      aria-expanded={isOpen}
      // Losing the focus would resize the text box and move the button away.
      onMouseDown={(event) => keepsFocus && event.preventDefault()}
      icon={isOpen ? "chevron-down" : "chevron-right"}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}

interface SendButtonProps {
  disabled: boolean;
  /** The keys that send. */
  keys?: SendKeys;
  children: ReactNode;
}

export function SendButton({ disabled, keys = "mod+enter", children }: SendButtonProps) {
  return (
    <Button type="submit" variant="primary" disabled={disabled}>
      {children}{" "}
      <span className="max-phone:hidden">
        <Kbd keys={keys} />
      </span>
    </Button>
  );
}
