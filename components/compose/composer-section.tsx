"use client";
// The region of the composer, wherever it is.
import type { ReactNode, Ref } from "react";
import { leaveField } from "../leave-field.ts";
import { useRun } from "../session.tsx";
import { cx } from "../ui/cx.ts";

interface ComposerSectionProps {
  className: string;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

export function ComposerSection({ className, children, ref }: ComposerSectionProps) {
  const isHeldElsewhere = useRun((run) => run.live && run.isHeldElsewhere);
  return (
    <section
      ref={ref}
      className={cx("flex min-h-0 flex-col gap-2 bg-bg-1", className)}
      aria-label="Composer"
      onKeyDown={leaveField}
    >
      {isHeldElsewhere && (
        <p className="text-12 text-fg-3">
          Another process is recording this run. You can send when it has ended.
        </p>
      )}
      {children}
    </section>
  );
}
