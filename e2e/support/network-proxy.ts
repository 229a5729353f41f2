// A network between a tab and its server that can go down, or silently drop everything, like a
// connection whose other end disappeared.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type NetworkState = "up" | "down" | "silent";

/** Two connected sockets, until one of them is lost. */
interface NetworkConnection {
  readonly ends: readonly Socket[];
  isDead: boolean;
}

export class NetworkProxy {
  #state: NetworkState = "up";
  #port = 0;
  #to = 0;
  readonly #connections = new Set<NetworkConnection>();
  #swallowed = "";
  readonly #server = createServer((socket) => this.#accept(socket));

  /** Host and port through which the server is called. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  setTarget(url: string): void {
    this.#to = Number(new URL(url).port);
  }

  /** All connections break, and no new ones can be made. */
  goDown(): void {
    this.#state = "down";
    for (const line of this.#connections) closeConnection(line);
  }

  /** All connections stay open, but nothing gets through, not even on new ones. */
  goSilent(): void {
    this.#state = "silent";
    for (const line of this.#connections) line.isDead = true;
  }

  /** New connections work; silent ones stay silent. */
  comeBack(): void {
    this.#state = "up";
  }

  /** True if this text was sent and dropped. */
  hasSwallowed(text: string): boolean {
    return this.#swallowed.includes(text);
  }

  close(): void {
    this.goDown();
    this.#server.close();
  }

  #accept(socket: Socket): void {
    socket.on("error", () => undefined);
    if (this.#state === "down") return void socket.resetAndDestroy();
    const far = connect(this.#to, "127.0.0.1").on("error", () => undefined);
    const line = { ends: [socket, far], isDead: this.#state === "silent" };
    this.#connections.add(line);
    this.#pipe(line, socket, far);
    this.#pipe(line, far, socket);
  }

  #pipe(line: NetworkConnection, from: Socket, to: Socket): void {
    from.on("data", (bytes) => {
      if (line.isDead) this.#swallowed += bytes.toString("latin1");
      else to.write(bytes);
    });
    from.on("close", () => {
      // The close of a silent connection is not forwarded.
      if (!line.isDead) closeConnection(line);
      if (line.ends.every(({ destroyed }) => destroyed)) this.#connections.delete(line);
    });
  }
}

function closeConnection({ ends }: NetworkConnection): void {
  for (const end of ends) end.destroy();
}
