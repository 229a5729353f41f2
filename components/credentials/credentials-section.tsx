"use client";
// Section of the credentials dialog, and the look of its hints, errors and pairs of fields.
import { type ReactNode, useId } from "react";
import { cx } from "../ui/cx.ts";

export const SECTION = "mt-3.5 border-t border-line-1 pt-3";
export const HINT = "wrap-anywhere text-fg-3";
export const PROBLEM = "wrap-anywhere text-error";

/** Two fields beside each other. */
export const FIELD_PAIR = "grid w-full grid-cols-2 gap-2 max-[560px]:grid-cols-1";

/** A line of exact text, links and buttons. */
export const LINK_LINE = "flex flex-wrap items-center gap-1";
export const LINK_TEXT = "mono min-w-0 wrap-anywhere";

interface CredentialsSectionProps {
  title: ReactNode;
  titleClassName?: string;
  className?: string;
  children: ReactNode;
}

export function CredentialsSection(props: CredentialsSectionProps) {
  const { title, titleClassName, className, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx(SECTION, className)}>
      <h3 id={id} className={cx("font-semibold", titleClassName)}>
        {title}
      </h3>
      {children}
    </section>
  );
}
