// Agents that prefer gRPC are shown in the same panes as others, down to the bytes.
import { createServer } from "node:http";
import { Metadata, type ServerWritableStream, status } from "@grpc/grpc-js";
import { A2AService } from "a2a-sdk-1.0/server/grpc";
import { encodeProtobuf } from "../lib/protocol/grpc/encode.ts";
import { STATUS_DETAILS_SCHEMA } from "../lib/protocol/grpc/well-known-types.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { listenGrpc } from "./agents/grpc.ts";
import { SCRIPT_TOKENS } from "./agents/script.ts";
import { fillEditor, readEditor } from "./panels/composer.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

for (const generation of ["0.3", "1.0"] as const) {
  const details = generation === "1.0" ? {} : LONG;
  test(
    `an agent of A2A ${generation} whose card prefers gRPC`,
    details,
    async ({ loupe, startAgent }) => {
      const { composer, timeline, inspector, rail, page } = loupe;
      const agent = await startAgent(generation, { prefersGrpc: true });
      await loupe.open();

      await test.step("streams, and each chunk leads to its bytes", async () => {
        await loupe.connectAnew(agent.url);
        await expect(inspector.fact("Endpoint")).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/$/);
        await expect(inspector.panel).toContainText("plaintext assumed for this machine");
        await composer.sendMessage("stream it");
        await timeline.expectVerdict("Completed");
        const answer = timeline.row("Artifact");
        await expect(timeline.frameCell(answer)).toHaveText(String(SCRIPT_TOKENS.length));
        await answer.click();
        await expect(inspector.rendered).toHaveText(SCRIPT_TOKENS.join(""), { useInnerText: true });

        await inspector.show("Decoded");
        await inspector.previousFrame.click();
        await expect(inspector.decoded).toContainText(" 👩‍👩‍👧");
        await expect(inspector.decoded).toContainText("artifactUpdate");

        await inspector.show("Wire");
        await expect(inspector.wire).toContainText("prefix");
        await expect(inspector.wire).toContainText("not compressed");
        await expect(inspector.wire).toContainText("artifactUpdate");
        // A space, then the first of three people, in UTF-8.
        await expect(inspector.wireHit.filter({ hasText: "20 f0 9f 91 a9" })).toBeVisible();
        await expect(rail.exchange("SendStreamingMessage")).toContainText("stream it");
      });

      await test.step("a character of the text leads to its bytes", async () => {
        await inspector.show("Rendered");
        await expect(inspector.rendered).toHaveText(SCRIPT_TOKENS.join(""), { useInnerText: true });
        const word = SCRIPT_TOKENS[0] ?? "";
        await inspector.clickOn(word.trim());
        const bytes = Buffer.from(word)
          .toString("hex")
          .replace(/(..)(?=.)/g, "$1 ");
        await expect(inspector.violationBytes.first()).toContainText(bytes.slice(0, 8));
        await inspector.chunkSource.getByRole("button", { name: "Show in Wire" }).click();
        await expect(inspector.wireHit.first()).toContainText(bytes.slice(0, 8));
      });

      await test.step("shows the request before it is sent, and as sent", async () => {
        await loupe.connectAnew(agent.url);
        await composer.message.fill("message");
        await composer.showRequest();
        const path = generation === "1.0" ? "/lf.a2a.v1.A2AService/" : "/a2a.v1.A2AService/";
        await expect(composer.preview).toContainText(`${path}SendStreamingMessage`);
        await expect(composer.preview).toContainText('"role": "ROLE_USER"');
        await expect(composer.preview).toContainText("application/grpc+proto");
        await composer.send.click();
        await timeline.expectVerdict("Answered with a message");
        await timeline.row("Message", "message").first().click();
        await inspector.show("Decoded");
        await expect(inspector.decoded).toContainText("ROLE_USER");
        await inspector.show("Wire");
        await expect(inspector.wire).toContainText("prefix  not compressed");
      });

      await test.step("accepts a request edited as JSON, and a recorded one", async () => {
        await loupe.connectAnew(agent.url);
        await composer.message.fill("message");
        await composer.editRequest();
        const body = composer.requestField("Request body");
        const written = JSON.parse(await readEditor(body));
        const [part] = written.message.parts ?? written.message.content;
        expect(part.text).toBe("message");
        part.text = "message, edited";
        await fillEditor(body, "{ half");
        await composer.send.click();
        await expect(composer.requestEditor.getByRole("alert")).toContainText(
          "Only JSON can be encoded",
        );
        await fillEditor(body, JSON.stringify({ ...written, colour: "red" }));
        await expect(composer.requestEditor).toContainText("no field for it: colour");
        await composer.send.click();
        await timeline.expectVerdict("Completed");
        await expect(rail.exchangeWithText("message, edited")).toBeVisible();

        await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
        await timeline.row("Message", "message, edited").first().click();
        await page.keyboard.press("e");
        await fillEditor(
          body,
          (await readEditor(body)).replace("message, edited", "message, again"),
        );
        await composer.requestEditor.getByRole("button", { name: "New IDs" }).click();
        await composer.send.click();
        await expect(rail.exchangeWithText("message, again")).toBeVisible();
        await expect(timeline.row("Error")).toHaveCount(0);
        await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
      });

      await test.step("is canceled mid-stream", async () => {
        await loupe.connectAnew(agent.url);
        await composer.sendMessage("slow");
        await timeline.expectFrames(timeline.row("Artifact", "slow"), 3);
        await composer.cancelTask.click();
        await timeline.expectVerdict("Canceled");
        await expect(rail.running).toHaveCount(0);
      });
    },
  );
}

test("an error shows its reason and all status details", async ({ loupe }) => {
  const { composer, timeline, inspector } = loupe;
  const agent = await startRefusingAgent();
  await loupe.connectTo(agent.url);
  await composer.sendMessage("anything");
  const error = timeline.row("Error", "UnsupportedOperation (UNIMPLEMENTED)");
  await expect(error).toContainText("nothing is done here");
  await error.click();
  await expect(inspector.panel).toContainText("grpc-status-details-bin");
  await inspector.show("Decoded");
  await expect(inspector.decoded).toContainText("UNSUPPORTED_OPERATION");
  await inspector.show("Wire");
  await expect(inspector.wire).toContainText("grpc-message: nothing%20is%20done%20here");
  await agent.close();
});

/** An agent that responds to every stream with an error that has details. */
async function startRefusingAgent() {
  const grpc = await listenGrpc();
  const info = { reason: "UNSUPPORTED_OPERATION", domain: "a2a-protocol.org" };
  const details = encodeProtobuf(STATUS_DETAILS_SCHEMA, "google_rpc_Status", {
    code: status.UNIMPLEMENTED,
    details: [{ typeUrl: "type.googleapis.com/google.rpc.ErrorInfo", value: packed(info) }],
  });
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(details.bytes));
  grpc.serve({
    definition: A2AService,
    implementation: {
      sendStreamingMessage: (call: ServerWritableStream<unknown, unknown>) => {
        const refusal = { code: status.UNIMPLEMENTED, details: "nothing is done here", metadata };
        call.emit("error", refusal);
      },
    },
  });
  const card = {
    name: "Refuses",
    supportedInterfaces: [{ url: grpc.address, protocolBinding: "GRPC", protocolVersion: "1.0" }],
    skills: [],
  };
  const server = createServer((_, response) => response.end(JSON.stringify(card)));
  const url = await listen(server);
  const close = async () => {
    grpc.close();
    await closeServer(server);
  };
  return { url, close };
}

function packed(info: object): string {
  const { bytes } = encodeProtobuf(STATUS_DETAILS_SCHEMA, "google_rpc_ErrorInfo", info);
  return Buffer.from(bytes).toString("base64");
}
