"use client";
// The palette, the other dialogs, and the keyboard map. The palette's box is there from the start,
// for what is typed right after its key; the others load when first asked for.
import { lazy, Suspense, useState } from "react";
import { useDesk, useScreen } from "./desk.tsx";
import { Palette } from "./palette.tsx";
import { useKeys } from "./use-keys.ts";

const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx"));
const CredentialsDialog = lazy(() => import("../credentials/credentials-dialog.tsx"));
const DialectsDialog = lazy(() => import("../dialects/dialects-dialog.tsx"));

export function Overlays() {
  const desk = useDesk();
  const dialog = useScreen((state) => state.dialog);
  const [sheetWanted, setSheetWanted] = useState(false);
  useKeys(desk);
  const [dialectsWanted, setDialectsWanted] = useState(false);
  const [credentialsWanted, setCredentialsWanted] = useState(false);
  if (dialog === "credentials" && !credentialsWanted) setCredentialsWanted(true);
  if (dialog === "shortcuts" && !sheetWanted) setSheetWanted(true);
  if (dialog === "dialects" && !dialectsWanted) setDialectsWanted(true);
  const close = () => desk.store.setState({ dialog: null });
  // Once there, they stay: a dialog gives the focus back when it closes, not when it vanishes.
  return (
    <>
      <Palette open={dialog === "palette"} onClose={close} />
      <Suspense>
        {sheetWanted && <ShortcutSheet open={dialog === "shortcuts"} onClose={close} />}
      </Suspense>
      <Suspense>
        {credentialsWanted && <CredentialsDialog open={dialog === "credentials"} onClose={close} />}
      </Suspense>
      <Suspense>
        {dialectsWanted && <DialectsDialog open={dialog === "dialects"} onClose={close} />}
      </Suspense>
    </>
  );
}
