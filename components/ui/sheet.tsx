"use client";
// A dialog that loads when it is first opened; where it cannot be had, a dialog that says so.
import type { ComponentType } from "react";
import { Broken } from "./broken.tsx";
import { Dialog } from "./dialog.tsx";
import { lazily } from "./lazily.tsx";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export type Sheet = ComponentType<SheetProps>;

export function sheet(fetchSheet: () => Promise<{ readonly default: Sheet }>): Sheet {
  return lazily(fetchSheet, {
    failed: (failure, { open, onClose }) => (
      <Dialog open={open} onClose={onClose} title="Not at hand">
        <Broken what="This dialog" {...failure} />
      </Dialog>
    ),
  });
}
