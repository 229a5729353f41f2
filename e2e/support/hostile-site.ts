// A malicious web page that tries everything a page can do to a server with a known address.
import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { closeServer, listen } from "../agents/agent.ts";

export interface AttackTarget {
  /** The URL of Loupe as the page uses it. */
  readonly loupe: string;
  /** The URL that Loupe would be made to call. */
  readonly canary: string;
  readonly recording: string;
}

export interface HostileSite {
  readonly url: string;
  close(): Promise<void>;
}

const WORKER = `
self.onmessage = async ({ data: { loupe, recording }, ports: [port], source }) => {
  const read = [];
  for (const mode of ["cors", "no-cors"]) {
    for (const path of ["/api/recordings", "/api/recordings/" + recording]) {
      const answer = await fetch(loupe + path, { mode, credentials: "include" }).catch(() => null);
      read.push(await answer?.text() ?? "");
    }
    await fetch(loupe + "/api/recordings/" + recording, { mode, method: "DELETE" }).catch(() => 0);
  }
  port.postMessage(read);
};
`;

/** Serves a page, a worker script, and redirects to the URL in the query. */
export async function startHostileSite(): Promise<HostileSite> {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://here");
    if (pathname === "/worker.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(WORKER);
    } else if (pathname === "/bounce") {
      response.writeHead(307, {
        location: searchParams.get("to") ?? "",
        "access-control-allow-origin": request.headers.origin ?? "*",
        "access-control-allow-headers": "content-type",
      });
      response.end();
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>hostile");
    }
  });
  const url = await listen(server);
  return { url, close: () => closeServer(server) };
}

/** Everything that the page could read. */
export async function runAttacks(page: Page, prey: AttackTarget): Promise<string[]> {
  const read = await Promise.all([
    page.evaluate(tryFetches, prey),
    page.evaluate(tryChannels, prey),
    page.evaluate(tryElements, prey),
    page.evaluate(tryForms, prey),
    page.evaluate(tryWorkers, prey),
    page.evaluate(tryWindows, prey),
  ]);
  return read.flat();
}

// What follows runs in the page: it cannot use anything in this file except its argument.

async function tryFetches({ loupe, canary, recording }: AttackTarget): Promise<string[]> {
  const call = JSON.stringify({ method: "GET", url: canary, headers: [] });
  const own = `/api/recordings/${recording}`;
  const says = JSON.stringify({ sayings: [{ a: "name", name: "taken" }] });
  const wishes: readonly (readonly [method: string, path: string, body?: string])[] = [
    ["GET", "/"],
    ["GET", "/api/recordings"],
    ["GET", "/api/library"],
    ["GET", own],
    ["GET", "/demo/.well-known/agent-card.json"],
    ["POST", "/api/exchanges", call],
    ["POST", "/api/connect", JSON.stringify({ address: canary })],
    ["POST", "/api/oauth", call],
    ["POST", "/api/inboxes", "{}"],
    ["POST", "/api/feed", JSON.stringify({ subscriptions: [{ recording, from: 0 }] })],
    ["POST", `/api/replays?recording=${recording}`],
    ["POST", "/api/recordings", '{"r":"loupe","version":1,"id":"x","by":"x","at":null}\n'],
    ["POST", "/demo", call],
    ["POST", "/token"],
    ["PUT", "/api/limits", '{"libraryBytes":1000000}'],
    ["PATCH", `${own}/about`, says],
    ["POST", `${own}/copies`, "{}"],
    ["DELETE", own],
  ];
  const ways: readonly RequestInit[] = [
    { headers: { "content-type": "application/json" }, credentials: "include" },
    { mode: "no-cors", credentials: "include", referrerPolicy: "no-referrer" },
  ];
  const tried = wishes.flatMap(([method, path, body]) =>
    ways.flatMap((way) => {
      // A feed that is granted never ends.
      const signal = AbortSignal.timeout(3000);
      const init = { ...way, method, signal, ...(body !== undefined && { body }) };
      const bounced = `/bounce?to=${encodeURIComponent(loupe + path)}`;
      return [loupe + path, bounced].map((url) =>
        fetch(url, init)
          .then((answer) => answer.text())
          .catch(() => ""),
      );
    }),
  );
  navigator.sendBeacon(`${loupe}/api/exchanges`, call);
  navigator.sendBeacon(`${loupe}/api/exchanges`, new Blob([call], { type: "text/plain" }));
  return Promise.all(tried);
}

async function tryChannels({ loupe, recording }: AttackTarget): Promise<string[]> {
  const read: string[] = [];
  const ended = (start: (done: () => void) => void) =>
    Promise.race([
      new Promise<void>((resolve) => start(resolve)),
      new Promise<void>((resolve) => setTimeout(resolve, 3000)),
    ]);
  const sockets = ["/", "/api/recordings", "/_next/webpack-hmr"].map((path) =>
    ended((done) => {
      const socket = new WebSocket(loupe.replace(/^http/, "ws") + path);
      socket.onopen = () => read.push(`${recording} opened a WebSocket`);
      socket.onclose = done;
    }),
  );
  const events = ended((done) => {
    const source = new EventSource(`${loupe}/api/recordings/${recording}`);
    source.onopen = () => read.push(`${recording} opened an event stream`);
    source.onerror = () => {
      source.close();
      done();
    };
  });
  const asked = ended((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", `${loupe}/api/recordings/${recording}`);
    request.onloadend = () => {
      read.push(request.responseText);
      done();
    };
    request.send();
  });
  await Promise.all([...sockets, events, asked]);
  return read;
}

async function tryElements({ loupe, recording }: AttackTarget): Promise<string[]> {
  const own = `/api/recordings/${recording}`;
  const shown: readonly (readonly [tag: string, attribute: string, path: string, is?: string])[] = [
    ["img", "src", "/icon.svg"],
    ["img", "src", own],
    ["script", "src", "/theme.js"],
    ["script", "src", own],
    ["link", "href", own, "stylesheet"],
    ["link", "href", own, "preload"],
    ["video", "src", own],
    ["object", "data", own],
    ["embed", "src", "/"],
  ];
  const read: string[] = [];
  await Promise.all(
    shown.map(
      ([tag, attribute, path, rel]) =>
        new Promise<void>((resolve) => {
          const element = document.createElement(tag);
          if (rel !== undefined) element.setAttribute("rel", rel);
          if (rel === "preload") element.setAttribute("as", "fetch");
          element.onload = () => {
            // Some elements fire `load` even for an error response.
            const isSure = tag !== "object" && tag !== "embed" && rel !== "preload";
            if (isSure) read.push(`${recording}: ${tag} ${path} was loaded`);
            resolve();
          };
          element.onerror = () => resolve();
          setTimeout(resolve, 1500);
          // The URL is set last, because an element starts loading as soon as it has one.
          document.body.append(element);
          element.setAttribute(attribute, loupe + path);
        }),
    ),
  );
  read.push(
    await import(/* @vite-ignore */ `${loupe}/theme.js`).then(
      () => `${recording}: a module was loaded`,
      () => "",
    ),
  );
  for (const sandbox of [null, "allow-scripts allow-forms allow-top-navigation"]) {
    for (const path of ["/", own]) {
      const frame = document.createElement("iframe");
      if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
      frame.src = loupe + path;
      const loaded = new Promise((resolve) => {
        frame.onload = resolve;
      });
      document.body.append(frame);
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3000))]);
      // The document of a page of another origin is not accessible.
      read.push(frame.contentDocument?.body?.innerText ?? "");
    }
  }
  return read;
}

async function tryForms({ loupe, canary, recording }: AttackTarget): Promise<string[]> {
  const read: string[] = [];
  const fields = { method: "GET", url: canary, address: canary, headers: "[]" };
  const post = async (action: string, enctype: string, method: string) => {
    const frame = document.createElement("iframe");
    frame.name = `frame-${Math.random()}`;
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { target: frame.name });
    form.setAttribute("method", method);
    form.setAttribute("action", action);
    form.enctype = enctype;
    const add = (name: string, value: string) => {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    };
    if (enctype === "text/plain") {
      // The equals sign between name and value ends up inside a string, so the body is valid JSON.
      add(`{"method":"GET","url":"${canary}","address":"${canary}","headers":[],"x":"`, '"}');
    } else {
      for (const [name, value] of Object.entries(fields)) add(name, value);
    }
    document.body.append(form);
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    form.submit();
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3000))]);
    try {
      read.push(frame.contentDocument?.body?.innerText ?? "");
    } catch {
      // Of another origin.
    }
  };
  const paths = ["/api/exchanges", "/api/connect", `/api/replays?recording=${recording}`];
  const bounces = paths.map((path) => `/bounce?to=${encodeURIComponent(loupe + path)}`);
  await Promise.all(
    [...paths.map((path) => loupe + path), ...bounces].flatMap((action) =>
      ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].map((enctype) =>
        post(action, enctype, "post"),
      ),
    ),
  );
  await post(`${loupe}/api/recordings`, "text/plain", "get");
  return read;
}

async function tryWorkers(prey: AttackTarget): Promise<string[]> {
  if (!/^http/.test(location.protocol)) return [];
  const answered = (send: (port: MessagePort, give: (read: string[]) => void) => void) =>
    new Promise<string[]>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve([]), 5000);
      send(port2, resolve);
    });
  const plain = answered((port, give) => {
    const worker = new Worker("/worker.js");
    worker.onerror = () => give([]);
    worker.postMessage(prey, [port]);
  });
  const registration = await navigator.serviceWorker?.register("/worker.js").catch(() => null);
  if (!registration) return plain;
  const { active } = await navigator.serviceWorker.ready;
  const serving = answered((port) => active?.postMessage(prey, [port]));
  const read = [...(await plain), ...(await serving)];
  await registration.unregister();
  return read;
}

async function tryWindows({ loupe, recording }: AttackTarget): Promise<string[]> {
  const read: string[] = [];
  addEventListener("message", ({ data, origin }) => {
    if (origin === loupe) read.push(`${recording} said ${JSON.stringify(data)}`);
  });
  for (const path of ["/", `/api/recordings/${recording}`]) {
    const opened = window.open(loupe + path);
    await new Promise((resolve) => setTimeout(resolve, 500));
    opened?.postMessage({ recording }, "*");
    try {
      read.push(opened?.document?.body?.innerText ?? "");
    } catch {
      // Of another origin.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    opened?.close();
  }
  return read;
}
