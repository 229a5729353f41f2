import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { CallerPrograms, findInode, formatProgramName, listServers } from "./caller-program.ts";

describe("the name of a program", () => {
  test.each([
    [["/usr/bin/node", "/srv/planner/server.mjs", "--token", "abc"], "node server.mjs"],
    [["node", "--import", "tsx", "src/index.ts"], "node index.ts"],
    [["/usr/bin/python3.12", "-m", "agents.planner", "--key=abc"], "python3.12 -m agents.planner"],
    [["python", "planner.py", "-m", "hello"], "python planner.py"],
    [["/usr/bin/curl", "-H", "Authorization: Bearer abc"], "curl"],
    [["loupe", "-m", "a secret"], "loupe"],
    [[""], ""],
  ])("%j is %j", (words, name) => {
    expect(formatProgramName(words)).toBe(name);
  });
});

describe("a table of sockets", () => {
  const table = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   1: 0100007F:C958 0100007F:270F 01 00000000:00000000 00:00000000 00000000  1000        0 81023 1 0000000000000000 20 4 30 10 -1",
    "   2: 0100007F:270F 0100007F:C958 01 00000000:00000000 00:00000000 00000000     0        0 81024 1 0000000000000000 20 4 30 10 -1",
    "  12: 00000000000000000000000000000000:270F 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 777 1 0000000000000000 100 0 0 10 0",
    "",
  ].join("\n");

  test("has the inode of each end of a connection", () => {
    expect(findInode(table, 0xc958, 9999)).toBe("81023");
    expect(findInode(table, 9999, 0xc958)).toBe("81024");
    expect(findInode(table, 9998, 0xc958)).toBeUndefined();
    expect(findInode("", 9999, 0xc958)).toBeUndefined();
  });

  test("has the sockets that listen", () => {
    expect(listServers(table)).toEqual([{ port: 9999, inode: "777" }]);
  });
});

const countOpenFiles = (pid: number) => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};

test.runIf(process.platform === "linux")(
  "a program that called before is found, even if its call ends while the tables are read",
  async () => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ports: number[] = [];
    const called = new Promise<void>((resolve) => {
      server.on("connection", (socket) => {
        onTestFinished(() => void socket.destroy());
        socket.on("error", () => undefined);
        if (ports.push(socket.remotePort ?? 0) === 2) resolve();
      });
    });
    const code = `const net = require("net");
      for (let i = 0; i < 2; i++) net.connect(${port}, "127.0.0.1");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["-e", code]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const { pid = 0 } = child;
    await called;
    const [first = 0, second = 0] = ports;
    let isLast = false;
    const programs = new CallerPrograms((name) => {
      const table = readFileSync(`/proc/net/${name}`, "utf8");
      if (isLast) child.kill("SIGKILL");
      while (isLast && countOpenFiles(pid) > 0);
      return table;
    });
    expect(programs.find(first, port)).toMatchObject({ pid });
    isLast = true;
    expect(programs.find(second, port)).toMatchObject({ pid });
  },
);
