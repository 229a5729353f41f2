// Grading an agent in the app: what may be sent, progress, results as runs, earlier grades, exports.
import { readFile } from "node:fs/promises";
import { startSmallAgent } from "./agents/small-agent.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

test("an agent is graded, and each result opens as a run", async ({ loupe, page, ownServer }) => {
  const agent = await startSmallAgent({ streams: true });
  try {
    await loupe.open(ownServer.url);
    await loupe.palette.choose("Grade the agent");
    const dialog = page.getByRole("dialog", { name: "Conformance" });
    await dialog.getByRole("textbox", { name: "Agent", exact: true }).fill(agent.url);
    await expect(dialog.getByRole("checkbox", { name: "Cancel tasks" })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "Send messages" }).check();
    await expect(dialog).toContainText("which may cost money");
    await dialog.getByRole("checkbox", { name: "Cancel tasks" }).check();
    await expectAccessible(page, "the form of a grade");
    await dialog.getByRole("button", { name: "Grade", exact: true }).click();
    const grade = dialog.getByRole("region", { name: "Grade", exact: true });
    await expect(grade).toContainText("Nothing failed against A2A 0.3.0.");
    await expect(grade.getByRole("group", { name: "Show results" })).not.toContainText("failed");
    await expectAccessible(page, "a grade");

    const downloading = page.waitForEvent("download");
    await grade.getByRole("link", { name: "JUnit" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("grade.xml");
    expect(await readFile(await download.path(), "utf8")).toContain("<testsuites");

    await grade.getByRole("button", { name: "Open the recording of SEND", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/[?&]run=\d{8}-\d{6}-\w{6}/);

    await test.step("its recordings are one row of the library, which opens to them", async () => {
      const { library } = loupe;
      await library.open();
      const row = library.rows.filter({ hasText: /recordings of a grade/ }).first();
      await expect(row).toContainText(/^\D*\d+ recordings of a grade/);
      await expect(library.dialog.getByRole("status").first()).toContainText(/, \d+ grades?/);
      const grid = library.dialog.getByRole("grid", { name: "Library" });
      const countRows = async () => Number(await grid.getAttribute("aria-rowcount"));
      const count = await countRows();
      await expectAccessible(page, "a grade in the library");
      await row
        .getByRole("button", { name: /of a grade$/ })
        .first()
        .click();
      await expect.poll(countRows).toBeGreaterThan(count + 10);
      await row.focus();
      await page.keyboard.press("ArrowLeft");
      await expect.poll(countRows).toBe(count);
      await page.keyboard.press("Space");
      await expect(library.chosen).toContainText(/\d+ selected/);
      await library.search.fill("verdict:failed");
      await expect(row).toHaveCount(0);
      await expect(library.dialog.getByRole("button", { name: /^Search \d+ rec/ })).toBeVisible();
      await library.search.fill("");
      await library.close();
    });

    await test.step("another grade is compared with it", async () => {
      await loupe.palette.choose("Grade the agent");
      await expect(dialog.getByRole("textbox", { name: "Agent", exact: true })).toHaveValue(
        agent.url,
      );
      await dialog.getByRole("checkbox", { name: "Send messages" }).uncheck();
      await dialog.getByRole("button", { name: "Grade", exact: true }).click();
      await expect(grade).toContainText("not measured");
      const compare = grade.getByRole("combobox", { name: "Compare with an earlier grade" });
      await compare.selectOption({ index: 1 });
      await expect(grade.getByRole("region", { name: "Changes" })).toContainText("SEND");
      const earlier = dialog.getByRole("region", { name: "Earlier grades" });
      await earlier.getByRole("button", { name: /^Delete the grade/ }).click();
      await expect(earlier).toBeHidden();
    });
  } finally {
    await agent.close();
  }
});

test("a grade is stopped, and one that cannot begin says why", async ({ loupe, page }) => {
  const agent = await startSmallAgent({ delayMs: 300_000 });
  try {
    await loupe.open();
    await loupe.palette.choose("Grade the agent");
    const dialog = page.getByRole("dialog", { name: "Conformance" });
    await dialog.getByRole("textbox", { name: "Agent", exact: true }).fill(agent.url);
    await dialog.getByRole("checkbox", { name: "Send messages" }).check();
    await dialog.getByRole("button", { name: "Grade", exact: true }).click();
    await expect(dialog.getByRole("progressbar", { name: "Checks done" })).toBeVisible();
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect(dialog).toContainText("The grade was stopped.");

    await dialog.getByRole("textbox", { name: "Agent", exact: true }).fill("http://127.0.0.1:9");
    await dialog.getByRole("button", { name: "Grade", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("Couldn't grade this agent");
  } finally {
    await agent.close();
  }
});

test("a report of ACTS is shown as a grade, with a recording beside each test that is repeated", async ({
  loupe,
  page,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const report = await readFile("fixtures/acts/acts-report-scripted-jsonrpc.json", "utf8");
  await loupe.open();
  await loupe.drop("acts-report.json", report);
  const dialog = page.getByRole("dialog", { name: "Conformance" });
  const grade = dialog.getByRole("region", { name: "Grade", exact: true });
  await expect(grade).toContainText("scripted 1.3.0");
  await expect(grade).toContainText(/Failed A2A 1\.0: .*T-WRONG-001/);
  await expect(grade).toContainText("Reported by another-runner/2.0.");
  const failed = grade.getByRole("listitem").filter({ hasText: "T-WRONG-001" });
  await expect(failed).toContainText("Actual: TASK_STATE_COMPLETED.");
  await expect(failed.getByRole("button", { name: /^Open the recording/ })).toBeHidden();

  await test.step("its failed tests are repeated", async () => {
    await dialog.getByRole("textbox", { name: "Agent", exact: true }).fill(agent.url);
    await expect(dialog.getByRole("combobox", { name: "Profile" })).toHaveValue("failed-tests");
    await dialog.getByRole("checkbox", { name: "The agent has the behaviors" }).check();
    await dialog.getByRole("checkbox", { name: "Send messages" }).check();
    await expectAccessible(page, "the form that repeats a report");
    await dialog.getByRole("button", { name: "Grade", exact: true }).click();
    await expect(failed).toContainText("Repeated: failed Step send:");
    const lost = grade.getByRole("listitem").filter({ hasText: "T-GONE-001" });
    await expect(lost).not.toContainText("Repeated");
    // A button has other colors below the mouse.
    await page.mouse.move(0, 0);
    await expectAccessible(page, "a report with what was repeated");
  });

  await test.step("its address opens it again, and a result its recording", async () => {
    await expect(page).toHaveURL(/[?&]grade=\d{8}-\d{6}-\w{6}/);
    await page.reload();
    await failed.getByRole("button", { name: "Open the recording of T-WRONG-001" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/[?&]run=\d{8}-\d{6}-\w{6}/);
  });

  await test.step("one with an unknown word is refused with its place", async () => {
    await loupe.drop("acts-report.json", report.replace('"result": "skip"', '"result": "flaky"'));
    await expect(dialog.getByRole("alert")).toContainText("suites[0].tests[3].result");
    await expect(grade).toBeHidden();
  });
});

test("it is beside the card of the connected agent", async ({ loupe, page, startAgent }) => {
  const agent = await startAgent("1.0");
  await loupe.open();
  await loupe.connect.connectTo(agent.url);
  await page.getByRole("button", { name: "Card", exact: true }).click();
  await page.getByRole("button", { name: "Conformance" }).click();
  const dialog = page.getByRole("dialog", { name: "Conformance" });
  await expect(dialog.getByRole("textbox", { name: "Agent", exact: true })).toHaveValue(agent.url);
});
