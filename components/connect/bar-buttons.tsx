"use client";
// Buttons that every top bar shows: agent card, command palette and theme.
import { useOpenDialog } from "../app-context.tsx";
import { useCardStore } from "../card/card-store.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { useTheme } from "../ui/theme.ts";

export function CardButton() {
  const isShown = useCardStore(({ page }) => page !== null);
  const toggleAgentCard = useCardStore((card) => card.toggleAgentCard);
  return (
    <Button
      size={24}
      className="card-button"
      aria-label="Card"
      pressed={isShown}
      onClick={toggleAgentCard}
    >
      <Icon name="card" size={14} />
      <span>Card</span>
    </Button>
  );
}

export function PaletteAndTheme() {
  const openDialog = useOpenDialog();
  const [theme, toggleTheme] = useTheme();
  return (
    <>
      <span className="top-bar-rule" aria-hidden="true" />
      <Button
        className="palette-button"
        aria-label="Command palette"
        onClick={() => openDialog("palette")}
      >
        <Icon name="search" size={14} />
        <Kbd keys="mod+K" />
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
