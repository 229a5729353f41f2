// Finds what a source file imports, without a parser: comments, strings, templates and regular
// expressions are blanked first, so that the rest can be matched as code.

export interface BlankedSource {
  /** The text with the same length and lines, and spaces for everything that is not code. */
  code: string;
  /** The content of each plain string, by the offset of its opening quote. */
  strings: ReadonlyMap<number, string>;
}

export interface ImportStatement {
  specifier: string;
  /** `type` is erased at run time; `lazy` is loaded on demand. */
  kind: "value" | "type" | "lazy";
}

const CLAUSE = String.raw`(?:\*(?:\s*as\s+[\w$]+)?|[\w$]+(?:\s*,\s*(?:\*\s*as\s+[\w$]+|\{[^{}]*\}))?|\{[^{}]*\})`;
const STRING = `(?<string>"[ ]*"|'[ ]*')`;
const START = String.raw`(?<![\w$.])`;
const TYPE = String.raw`(?<type>type\b(?!\s*(?:from\b|,))\s*)?`;

const FORMS = {
  from: new RegExp(`${START}(?:import|export)\\s*${TYPE}${CLAUSE}\\s*from\\s*${STRING}`, "dg"),
  effect: new RegExp(`${START}import\\s*${STRING}`, "dg"),
  call: new RegExp(`${START}(?:import|require)\\s*\\(\\s*${STRING}`, "dg"),
  worker: new RegExp(`\\bnew\\s+URL\\s*\\(\\s*${STRING}\\s*,\\s*import\\.meta\\.url`, "dg"),
};

export function findImports({ code, strings }: BlankedSource): ImportStatement[] {
  const found: ImportStatement[] = [];
  for (const [form, pattern] of Object.entries(FORMS)) {
    for (const match of code.matchAll(pattern)) {
      const specifier = strings.get(match.indices?.groups?.string?.[0] ?? -1);
      if (specifier === undefined) continue;
      const lazy = form === "call" || form === "worker";
      found.push({ specifier, kind: lazy ? "lazy" : match.groups?.type ? "type" : "value" });
    }
  }
  return found;
}

const toSpaces = (text: string) => text.replace(/[^\n]/g, " ");

export function blankNonCode(text: string): BlankedSource {
  const strings = new Map<number, string>();
  // For each template with an open `${`: the number of open braces inside it.
  const open: number[] = [];
  let code = "";
  let at = 0;
  const skipTo = (end: number) => {
    code += toSpaces(text.slice(at, end));
    at = end;
  };
  const skipTemplate = () => {
    const end = findTemplateTextEnd(text, at + 1);
    if (text[end - 1] === "{") open.push(0);
    skipTo(end);
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const depth = open.at(-1);
    if (text.startsWith("//", at)) skipTo(findEnd(text, "\n", at));
    else if (text.startsWith("/*", at)) skipTo(findEnd(text, "*/", at + 2) + 2);
    else if (char === '"' || char === "'") {
      const end = findStringEnd(text, at, char);
      strings.set(at, text.slice(at + 1, end - 1));
      code += char + toSpaces(text.slice(at + 1, end - 1)) + char;
      at = end;
    } else if (char === "`") skipTemplate();
    else if (char === "}" && depth === 0) {
      open.pop();
      skipTemplate();
    } else if (char === "/" && /(^|[=(,:;!&|?[{>\n]|\breturn)\s*$/.test(code.slice(-40))) {
      skipTo(findRegexEnd(text, at));
    } else {
      if (depth !== undefined && char === "{") open[open.length - 1] = depth + 1;
      if (depth !== undefined && char === "}") open[open.length - 1] = depth - 1;
      code += char;
      at += 1;
    }
  }
  return { code, strings };
}

function findEnd(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

/** Strings and regular expressions end at the end of their line, because JSX text has lone quotes. */
function findStringEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === quote) return at + 1;
    else if (char === "\n") return at;
  }
  return text.length;
}

function findRegexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "\n") return at;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return at + 1;
  }
  return text.length;
}

/** The offset after the closing backtick, or after the `${` that starts code. */
function findTemplateTextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "`") return at + 1;
    else if (char === "$" && text[at + 1] === "{") return at + 2;
  }
  return text.length;
}
