// Buttons that open a menu or a box, by keys and by pointer.
import { expect, test } from "./support/fixtures.ts";

test("a button opens its box immediately and every time, and closes it", async ({ loupe }) => {
  const { page, composer } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("hello");
  await loupe.timeline.expectVerdict("Completed");
  for (const [name, item] of [
    ["Verdict and timing", "dialog"],
    ["Message menu", "menuitem"],
  ] as const) {
    const button = page.getByRole("button", { name, exact: true });
    // The effects of Enter and Escape. The browser sends one event for all of them, in a separate
    // task. What it changes is on the screen two frames later.
    const seen = await button.evaluate(async (element: HTMLButtonElement) => {
      const box = () => document.querySelector<HTMLElement>("[popover='auto']:popover-open");
      const isInside = () => box()?.contains(document.activeElement) ?? false;
      const toggled = new Promise((resolve) =>
        document.addEventListener("toggle", resolve, { capture: true, once: true }),
      );
      element.click();
      const opened = isInside();
      box()?.hidePopover();
      const closed = box() === null && document.activeElement === element;
      element.click();
      const openedAgain = isInside();
      await toggled;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return { opened, closed, openedAgain, stays: isInside() };
    });
    expect(seen, name).toEqual({ opened: true, closed: true, openedAgain: true, stays: true });
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole(item).first()).toBeVisible();
    await button.click();
    await expect(page.getByRole(item)).toHaveCount(0);
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(button).toBeFocused();
  }
});
