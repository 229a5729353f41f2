import { afterEach, expect, test } from "vitest";
import { startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { sendOAuthRequest } from "./oauth.ts";

afterEach(stopServers);

const local = { wide: false, allow: [] };
const post = (url: string) =>
  sendOAuthRequest(
    {
      method: "POST",
      url,
      headers: [
        ["content-type", "application/x-www-form-urlencoded"],
        ["authorization", "Basic c2VjcmV0"],
      ],
      form: "grant_type=client_credentials",
    },
    local,
  );

test("a form is sent unchanged, and the response is returned unchanged", async () => {
  const url = await startHttpServer(async (request, response) => {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    response.writeHead(400).end(`${request.headers.authorization} ${body} ü`);
  });
  // The response may contain what was sent. It is not masked, because nothing is recorded.
  expect(await post(url)).toEqual({
    status: 400,
    body: "Basic c2VjcmV0 grant_type=client_credentials ü",
  });
});

test("a redirect is never followed", async () => {
  const visits: string[] = [];
  const url = await startHttpServer((request, response) => {
    visits.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await expect(post(`${url}/token`)).rejects.toThrow(/redirects to another address/);
  expect(visits).toEqual(["/token"]);
});

test("an endless response is cut, and forbidden addresses are not called", async () => {
  const url = await startHttpServer((_, response) => {
    response.writeHead(200);
    const more = () => response.write("x".repeat(1 << 16), () => response.destroyed || more());
    more();
  });
  await expect(post(url)).rejects.toThrow(/larger than/);
  for (const [address, why] of [
    ["http://169.254.169.254/token", /link-local/],
    ["file:///etc/passwd", /does not call file:/],
  ] as const) {
    await expect(post(address)).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringMatching(why),
    });
  }
});
