"use client";
// The status of a check: icon, color and word.

import type { ConformStatus } from "../../lib/conform/judgement.ts";
import { STATUS_WORDS } from "../../lib/conform/report/text.ts";
import { cx } from "../ui/cx.ts";
import { Icon, type IconName } from "../ui/icons.tsx";

const STATUS_LOOKS: Readonly<
  Record<ConformStatus, { readonly icon: IconName; readonly color: string }>
> = {
  pass: { icon: "check", color: "text-ok" },
  fail: { icon: "close", color: "text-error" },
  warning: { icon: "warning", color: "text-warning" },
  "not-measured": { icon: "skipped", color: "text-fg-3" },
  "not-applicable": { icon: "skipped", color: "text-fg-3" },
  error: { icon: "error", color: "text-error" },
};

interface StatusMarkProps {
  status: ConformStatus;
  /** Said instead of the status. */
  word?: string;
}

export function StatusMark({ status, word = STATUS_WORDS[status] }: StatusMarkProps) {
  const { icon, color } = STATUS_LOOKS[status];
  return (
    <span className={cx("inline-flex items-center gap-1 align-bottom whitespace-nowrap", color)}>
      <Icon name={icon} size={14} />
      {word}
    </span>
  );
}
