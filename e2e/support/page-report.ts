// Adds diagnostics of a page to the report of a failed test.
import type { Page } from "@playwright/test";

/** Collects the errors of a page. */
export function collectPageErrors(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => void complaints.push(error.stack ?? String(error)));
  page.on("crash", () => void complaints.push("The page crashed."));
  page.on("console", (said) => {
    if (said.type() === "error") complaints.push(`${said.text()} ${said.location().url}`);
  });
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) complaints.push(`Went to ${frame.url()}`);
  });
  return complaints;
}

export async function printPageReport(page: Page, complaints: readonly string[]): Promise<void> {
  // A page that hangs cannot report anything.
  const seen = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
  console.log([page.url(), ...complaints, seen].join("\n"));
}
