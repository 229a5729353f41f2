// The conversation: its turns, and the switch between it and the timeline.
import type { Locator, Page } from "@playwright/test";

export class ConversationPanel {
  readonly panel: Locator;
  /** The turns that are drawn. */
  readonly turns: Locator;
  readonly list: Locator;
  /** What is shown below the last turn before the playhead. */
  readonly playheadLine: Locator;
  readonly viewSwitch: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("region", { name: "Conversation", exact: true });
    this.list = this.panel.getByRole("list", { name: "Turns" });
    this.turns = this.panel.getByRole("region", { name: /^Turn \d/ });
    this.playheadLine = this.panel.getByText(/^Playhead · event/);
    this.viewSwitch = page.getByRole("radiogroup", { name: "View of the run" });
  }

  view(name: "Timeline" | "Conversation" | "Both"): Locator {
    return this.viewSwitch.getByRole("radio", { name });
  }

  turn(number: number): Locator {
    return this.panel.getByRole("region", { name: `Turn ${number}`, exact: true });
  }

  /** What the user said in a turn. */
  ask(turn: Locator): Locator {
    return turn.getByRole("article", { name: "You", exact: true });
  }

  /** A message of the agent, or an artifact by its name. */
  answer(turn: Locator, name = "Agent"): Locator {
    return turn.getByRole("article", { name, exact: true });
  }

  outcome(turn: Locator): Locator {
    return turn.locator("[data-part=outcome]");
  }

  work(turn: Locator): Locator {
    return turn.locator("[data-part=work]");
  }
}
