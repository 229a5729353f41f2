"use client";
// Copies text to the clipboard, with a fallback, and the copy button and ID chip.
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { announce } from "./announce.ts";
import { boundText } from "./bounded-text.ts";
import { Button, type ButtonSize, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";
import { CHIP } from "./shared-classes.ts";
import { ShortId } from "./short-id.tsx";

/** Resolves to whether the text reached the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

// Plain http on another host has no clipboard API.
function copyThroughSelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  document.body.append(area);
  const before = document.activeElement;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

type CopySource = string | (() => string | Promise<string>);

export function useCopy(source: CopySource, what: string): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await resolveSource(source).then(copyText, () => false);
    announce(done ? `Copied ${what}` : `Couldn't copy ${what}`);
    setCopied(done);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1400);
  };
  return [copied, copy];
}

async function resolveSource(source: CopySource): Promise<string> {
  return typeof source === "string" ? source : source();
}

interface CopyButtonProps {
  text: CopySource;
  /** What is copied, for the label and the announcement: "task ID". */
  what: string;
  /** Visible text; without it the button is an icon. */
  children?: ReactNode;
  size?: ButtonSize;
  variant?: "quiet" | "outline";
  icon?: IconName;
  tabIndex?: number;
}

export function CopyButton(props: CopyButtonProps) {
  const { text, what, children, size = 28, variant = "quiet", icon = "copy", tabIndex } = props;
  const [copied, copy] = useCopy(text, what);
  const shared = { icon: copied ? "check" : icon, size, variant, tabIndex, onClick: copy } as const;
  return children ? (
    <Button {...shared}>{children}</Button>
  ) : (
    <IconButton {...shared} iconSize={14} label={`Copy ${what}`} />
  );
}

interface CopyChipProps {
  /** The label before the ID: "task". */
  label: string;
  /** The full value that is copied. */
  value: string;
  className?: string;
}

export const CopyChip = memo(function CopyChip(props: CopyChipProps) {
  const { label, value, className } = props;
  const [copied, copy] = useCopy(value, `${label} ID`);
  return (
    <button
      type="button"
      className={cx(
        CHIP,
        "mono",
        className ?? "max-w-full flex-none",
        copied && "*:[svg]:text-ok!",
      )}
      aria-label={`${label} ${boundText(value)}, copy`}
      onClick={copy}
    >
      <span className="flex-none text-fg-3">{label}</span>
      <ShortId id={value} />
      <Icon name={copied ? "check" : "copy"} size={12} />
    </button>
  );
});
