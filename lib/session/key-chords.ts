/** Converts key presses to chords, which are spelled the same on every keyboard layout. */

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState(name: string): boolean;
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  " ": "space",
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "enter",
  Escape: "esc",
  Home: "home",
  End: "end",
};

/**
 * The chord of a key press, such as `mod+k`, `shift+z` or `?`; `null` if no command can have it.
 */
export function getChord(press: KeyPress, isMac: boolean): string | null {
  // Layouts that need AltGr for a bracket report it as Ctrl and Alt.
  const typed = press.getModifierState("AltGraph");
  const mod = !typed && (isMac ? press.metaKey : press.ctrlKey);
  const foreign = !typed && ((isMac ? press.ctrlKey : press.metaKey) || press.altKey);
  const name = getKeyName(press);
  if (foreign || name === null) return null;
  const shift = press.shiftKey && (name.length > 1 || /[a-z[\]]/.test(name));
  return `${mod ? "mod+" : ""}${shift ? "shift+" : ""}${name}`;
}

const FUNCTION_KEY = /^F\d{1,2}$/;

function getKeyName({ key, code, shiftKey }: KeyPress): string | null {
  const named = KEY_NAMES[key];
  if (named !== undefined) return named;
  // On a US keyboard, Shift turns brackets into braces.
  if (shiftKey && code === "BracketLeft" && key === "{") return "[";
  if (shiftKey && code === "BracketRight" && key === "}") return "]";
  return key.length === 1 || FUNCTION_KEY.test(key) ? key.toLowerCase() : null;
}
