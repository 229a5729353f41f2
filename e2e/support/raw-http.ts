// HTTP requests that no client would send.
import { connect } from "node:net";

/** How long a server is silent that has no more to say. */
const SILENCE_MS = 1500;

/**
 * Sends bytes and returns the response until the server closes the connection or is silent after it began
 * to respond; with `silentMs`, until it is silent for so long, whether it responded or not.
 */
export function sendBytes(url: string, bytes: string, silentMs?: number): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("latin1").setTimeout(silentMs ?? 0, done);
    socket.on("data", (text: string) => {
      answer += text;
      socket.setTimeout(silentMs ?? SILENCE_MS);
    });
    socket.on("end", done).on("error", done);
    socket.write(bytes, "latin1");
  });
}

/** A request of these lines that closes its connection. */
export function sendRawRequest(url: string, lines: readonly string[], body = ""): Promise<string> {
  const end = ["Connection: close", `Content-Length: ${Buffer.byteLength(body)}`];
  return sendBytes(url, `${[...lines, ...end].join("\r\n")}\r\n\r\n${body}`);
}

export const parseStatus = (answer: string) =>
  Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0);
