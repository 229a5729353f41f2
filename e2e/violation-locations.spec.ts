// From a problem to its exact location: the value in the decoded frame, and its bytes.
import { expect, test } from "./support/fixtures.ts";

const texts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ kind: "text", text: `Line ${i} of the tide table.` }));

/** A response whose 130th part has no kind, far below what is expanded. */
const STREAM = [
  { kind: "task", id: "t1", contextId: "c1", status: { state: "working" } },
  {
    kind: "artifact-update",
    taskId: "t1",
    contextId: "c1",
    artifact: { artifactId: "a1", parts: [...texts(129), { text: "High water" }, ...texts(40)] },
  },
  {
    kind: "artifact-update",
    taskId: "t1",
    contextId: "c1",
    append: true,
    artifact: { artifactId: "a1", parts: [{ kind: "text", text: "Low water" }] },
  },
  { kind: "status-update", taskId: "t1", status: { state: "completed" }, final: true },
]
  .map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`)
  .join("");

test("a problem leads to the value and to its bytes", async ({ loupe, page }) => {
  const { timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("tides.sse", STREAM);
  await timeline.row("Artifact", "a1").click();
  await inspector.show("Problems");
  const problem = inspector.problems.filter({ hasText: "DM-PART-KIND" });
  await problem.getByRole("button", { name: /first at frame/ }).press("Enter");

  await expect(inspector.violationValue).toBeInViewport();
  await expect(inspector.violationValue).toContainText("129");
  await expect(inspector.violationValue).toHaveAttribute("aria-selected", "true");
  await expect(inspector.notes).toContainText("result.artifact.parts[129] kind is missing");
  // Navigating elsewhere is not undone.
  await inspector.decoded.focus();
  await page.keyboard.press("Home");
  await expect(inspector.violationValue).not.toBeInViewport();

  await inspector.show("Wire");
  await expect(inspector.wireHit).toHaveText('{"text":"High water"}');
  await expect(inspector.wireHit).toBeInViewport();
  await inspector.nextFrame.click();
  await expect(inspector.wireHit).toHaveText("Low water");
});
