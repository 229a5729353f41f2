// Section of the dialect settings: heading, hint and content.
import { type ReactNode, useId } from "react";

/** A box inside a section. */
export const CARD =
  "my-1.5 rounded-3 bg-bg-2 p-3 inset-ring inset-ring-line-2 forced-colors:border";

interface SettingsSectionProps {
  title: string;
  hint: string;
  children: ReactNode;
}

export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="pt-4" aria-labelledby={id}>
      <h3 id={id} className="text-12/5 font-semibold">
        {title}
      </h3>
      <p className="mb-1.5 text-12 text-fg-3">{hint}</p>
      {children}
    </section>
  );
}
