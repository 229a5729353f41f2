// The demo team: one click shows a message that went through three agents, as a tree.
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

test.describe("the demo team", () => {
  test("shows the calls between its agents after one click", async ({ loupe, page }) => {
    await loupe.open();
    await loupe.connect.demoTeam.click();
    const { timeline } = loupe;
    await timeline.expectVerdict("Completed");
    const calls = page.getByRole("list", { name: "Calls between agents" });
    await expect(calls).toContainText("Loupe → Trip planner");
    await expect(calls).toContainText("Trip planner → Weather agent");
    // What is inferred says so; the call to the weather agent is proven by its trace.
    const hotel = calls.getByRole("listitem").filter({ hasText: "→ Hotel agent" });
    await expect(hotel.last()).toContainText("inferred, near-certain");
    const weather = calls.getByRole("listitem").filter({ hasText: "→ Weather agent" });
    await expect(weather.last()).not.toContainText("inferred");
    // The sentence and the list of calls have one time for an agent, the look-up of its card included.
    const taken = /Weather agent (\d[\d.]* m?s)/.exec(await loupe.summary.panel.innerText())?.[1];
    await expect(weather.last()).toContainText(taken ?? "a time");
    await expectAccessible(page, "demo team");
  });

  test("offers its misbehaviors, and names the agent at fault", async ({ loupe, page }) => {
    await loupe.open();
    await loupe.connect.demoTeam.click();
    await loupe.timeline.expectVerdict("Completed");
    const examples = page.getByRole("list", { name: "Examples from the agent card" });
    await examples.getByRole("button", { name: "fail at the hotel: send now" }).click();
    await expect(loupe.summary.panel).toContainText("Hotel agent");
    await expect(loupe.summary.panel).toContainText("The booking service did not answer (503).");
    await loupe.reload();
    await expect(loupe.summary.panel).toContainText("The booking service did not answer (503).");
  });

  test(
    "cut: the connection of the hotel agent ended early",
    LONG,
    async ({ loupe, page, home }) => {
      await loupe.connectTo(`${home}/demo/team`);
      await loupe.composer.sendMessage("cut the line to the hotel");
      const calls = page.getByRole("list", { name: "Calls between agents" });
      const hotel = calls.getByRole("listitem").filter({ hasText: "→ Hotel agent" });
      await expect(hotel.last()).toContainText("Connection lost");
      // The user's own call ended; there is nothing to resubscribe to, and what the hotel
      // agent said is no output of the user's agent.
      await expect(page.getByRole("button", { name: "Resubscribe" })).toBeHidden();
      await expect(loupe.summary.panel).not.toContainText("Hotel Tejo");
    },
  );
});
