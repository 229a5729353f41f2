import { afterEach, expect, test } from "vitest";
import { startHttpServer, stopServers } from "./exchange.testkit.ts";
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

test("a form goes out as it is, and the answer comes back as it is", async () => {
  const url = await startHttpServer(async (request, response) => {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    response.writeHead(400).end(`${request.headers.authorization} ${body} ü`);
  });
  // What was sent may be part of what is answered: here nothing is masked, for nothing is kept.
  expect(await post(url)).toEqual({
    status: 400,
    body: "Basic c2VjcmV0 grant_type=client_credentials ü",
  });
});

test("a redirect is not followed, wherever it leads", async () => {
  const visits: string[] = [];
  const url = await startHttpServer((request, response) => {
    visits.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await expect(post(`${url}/token`)).rejects.toThrow(/redirects to another address/);
  expect(visits).toEqual(["/token"]);
});

test("an answer without end is cut, and what is no address of a provider not called", async () => {
  const url = await startHttpServer((_, response) => {
    response.writeHead(200);
    const more = () => response.write("x".repeat(1 << 16), () => response.destroyed || more());
    more();
  });
  await expect(post(url)).rejects.toThrow(/longer than/);
  await expect(post("http://169.254.169.254/token")).rejects.toThrow(/link-local/);
  await expect(post("file:///etc/passwd")).rejects.toThrow(/not called/);
});
