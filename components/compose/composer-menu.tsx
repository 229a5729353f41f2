"use client";
// The menu of the composer and of the request editor: everything that is neither typed nor sent.
import { MenuButton, type MenuItem } from "../ui/menu.tsx";

interface ComposerMenuProps {
  label: string;
  /** Groups of entries, divided by lines. */
  groups: readonly (readonly MenuItem[])[];
}

export function ComposerMenu({ label, groups }: ComposerMenuProps) {
  const items = groups.flatMap((group, index): MenuItem[] =>
    index === 0 ? [...group] : [{ id: `line ${index}`, separator: true }, ...group],
  );
  return <MenuButton label={label} icon="more" align="end" items={items} />;
}
