"use client";
// Buttons that every top bar shows: agent card, command palette and theme.
import { useOpenDialog } from "../app-context.tsx";
import { useCardStore } from "../card/card-store.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { useTheme } from "../ui/theme.ts";
import { HIDDEN_ON_PHONES } from "./bar.tsx";

export function CardButton({ className }: { className?: string }) {
  const isShown = useCardStore(({ page }) => page !== null);
  const toggleAgentCard = useCardStore((card) => card.toggleAgentCard);
  return (
    <Button
      size={24}
      className={cx("touch:w-11 touch:justify-center", className)}
      aria-label="Card"
      pressed={isShown}
      onClick={toggleAgentCard}
    >
      <Icon name="card" size={14} />
      <span className="max-phone:hidden">Card</span>
    </Button>
  );
}

export function PaletteAndTheme() {
  const openDialog = useOpenDialog();
  const [theme, toggleTheme] = useTheme();
  return (
    <>
      <span className={cx("mx-1 h-4 w-px bg-line-2", HIDDEN_ON_PHONES)} aria-hidden="true" />
      <Button aria-label="Command palette" onClick={() => openDialog("palette")}>
        <Icon name="search" size={14} />
        <span className="max-phone:hidden">
          <Kbd keys="mod+K" />
        </span>
      </Button>
      <IconButton
        icon="theme"
        label={theme === "dark" ? "Light theme" : "Dark theme"}
        keys="T"
        onClick={toggleTheme}
      />
    </>
  );
}
