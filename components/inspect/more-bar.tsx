// Bar above or below a part of a body: a button that shows more of it, and how much there is.
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";

interface MoreBarProps {
  /** Label of the button: "Earlier", "Later". */
  what: string;
  onClick: () => void;
  children: ReactNode;
}

export function MoreBar({ what, onClick, children }: MoreBarProps) {
  return (
    <div className="flex flex-none items-center gap-1.5 bg-bg-2 px-2 py-0.5 text-11/5 text-fg-3">
      <Button size={24} onClick={onClick}>
        {what}
      </Button>
      <span>{children}</span>
    </div>
  );
}
