/**
 * Opens a URL in the user's browser.
 *
 * Guarantees: no shell reads the URL, which is one argument of one program.
 */

import { spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** True if a user is there to see a browser: a terminal on a screen, not CI. */
export function canOpenBrowser(
  env: Environment,
  platform: NodeJS.Platform,
  isTerminal: boolean,
): boolean {
  const isAutomated = !["", "0", "false"].includes(env.CI ?? "");
  if (!isTerminal || isAutomated) return false;
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function getBrowserCommand(
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, ...args: string[]] {
  if (platform === "darwin") return ["open", url];
  // `start` is a command of cmd.exe, which would interpret characters of the URL.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}

/** Returns false if the system has no program that opens URLs. The browser outlives Loupe. */
export function openBrowser(url: string, platform = process.platform): Promise<boolean> {
  const [program, ...args] = getBrowserCommand(platform, url);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
