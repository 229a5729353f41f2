// Splits growing Markdown into blocks that can be parsed alone, so that new text only affects the last
// block.
// Guarantees: splits only at blank lines whose sides cannot belong together; in doubt, it does not split.

export interface MarkdownBlock {
  from: number;
  to: number;
  /** The block is a single code fence, shown without parsing even while it is open. */
  fence?: { info: string; from: number; to: number };
}

interface ScanState {
  list: boolean;
  fence: { char: string; length: number; indent: number } | undefined;
  html: RegExp | undefined;
  /** The previous line was blank and a block may end there. */
  gap: boolean;
  empty: boolean;
  /** A line of the block began with "<". */
  tag: boolean;
  /** The blocks after this cannot be separated with certainty. */
  doubtful: boolean;
}

const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const FENCE_OPENING = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const HTML_ENDS: readonly (readonly [opening: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

export class BlockSplitter {
  #text = "";
  #finished: MarkdownBlock[] = [];
  /** Definitions found in finished blocks. */
  #definitions: string[] = [];

  /** Blocks of the text; finished blocks keep their identity while the text grows. */
  update(text: string): { blocks: readonly MarkdownBlock[]; definitions: string } {
    if (!text.startsWith(this.#text)) {
      this.#finished = [];
      this.#definitions = [];
    }
    this.#text = text;
    this.#scan(this.#finished.at(-1)?.to ?? 0);
    const from = this.#finished.at(-1)?.to ?? 0;
    const tail = from < text.length ? [createBlock(text, from, text.length)] : [];
    const open = tail.flatMap((block) => findDefinitions(text, block));
    const definitions = [...this.#definitions, ...open].slice(0, 200).join("\n");
    return { blocks: [...this.#finished, ...tail], definitions };
  }

  #finish(from: number, to: number): void {
    const block = createBlock(this.#text, from, to);
    this.#finished.push(block);
    this.#definitions.push(...findDefinitions(this.#text, block));
  }

  #scan(begin: number): void {
    const text = this.#text;
    const state: ScanState = {
      list: false,
      fence: undefined,
      html: undefined,
      gap: false,
      empty: true,
      tag: false,
      doubtful: false,
    };
    let from = begin;
    for (let at = begin; at < text.length; ) {
      const { content, next, complete } = getLineAt(text, at);
      if (state.gap && canBeginBlock(content, complete, state.list)) {
        this.#finish(from, at);
        from = at;
        Object.assign(state, { list: false, gap: false, empty: true, tag: false });
      }
      if (!complete) return;
      advanceScan(state, content);
      at = next;
    }
  }
}

/** Whether a line after a blank one certainly begins a new block. */
function canBeginBlock(line: string, complete: boolean, afterList: boolean): boolean {
  if (line === "" || /^[ \t]/.test(line)) return false;
  if (!afterList) return true;
  return complete && !LIST_MARKER.test(line);
}

function advanceScan(state: ScanState, line: string): void {
  const blank = line.trim() === "";
  if (state.fence) {
    const { char, length, indent } = state.fence;
    const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
    const closes = closing !== undefined && closing[0] === char && closing.length >= length;
    // Whether this ends the fence depends on the depth of the list, so stop splitting.
    if (state.list && indent > 0 && !blank && !/^[ \t]/.test(line)) state.doubtful = true;
    if (closes) state.fence = undefined;
    state.gap = false;
    return;
  }
  if (state.html) {
    if (state.html.test(line)) state.html = undefined;
    state.gap = false;
    return;
  }
  if (blank) {
    state.gap = !state.empty && !state.doubtful;
    return;
  }
  if (state.empty) state.list = LIST_MARKER.test(line.trimStart());
  else if (/^ {0,3}\S/.test(line) && LIST_MARKER.test(line.trimStart())) state.list = true;
  state.empty = false;
  state.gap = false;
  const tag = state.tag;
  if (/^ {0,3}</.test(line)) state.tag = true;
  const fence = FENCE_OPENING.exec(line);
  if (fence?.[2]) {
    // After a tag, this may be a fence or more HTML.
    if (state.tag) state.doubtful = true;
    const marks = fence[2];
    state.fence = { char: marks[0] ?? "`", length: marks.length, indent: fence[1]?.length ?? 0 };
    return;
  }
  for (const [opening, end] of HTML_ENDS) {
    if (!opening.test(line)) continue;
    if (!end.test(line.replace(opening, ""))) state.html = end;
    // The block may belong to another tag or to a list item.
    if (state.html && (tag || (state.list && line.startsWith(" ")))) state.doubtful = true;
    return;
  }
}

function getLineAt(text: string, at: number): { content: string; next: number; complete: boolean } {
  let end = at;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const content = text.slice(at, end);
  if (end === text.length) return { content, next: end, complete: false };
  return { content, next: end + (text.startsWith("\r\n", end) ? 2 : 1), complete: true };
}

function createBlock(text: string, from: number, to: number): MarkdownBlock {
  const head = getLineAt(text, from);
  const opening = FENCE_OPENING.exec(head.content);
  const marks = opening?.[2];
  if (!marks || opening?.[1] !== "" || !head.complete) return { from, to };
  const info = (opening[3] ?? "").trim();
  for (let at = head.next; at < to; ) {
    const line = getLineAt(text, at);
    const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line.content)?.[1];
    if (closing?.[0] === marks[0] && closing !== undefined && closing.length >= marks.length) {
      const alone = text.slice(line.next, to).trim() === "";
      return alone ? { from, to, fence: { info, from: head.next, to: at } } : { from, to };
    }
    at = line.next;
  }
  return { from, to, fence: { info, from: head.next, to } };
}

function findDefinitions(text: string, block: MarkdownBlock): string[] {
  if (block.fence) return [];
  return text.slice(block.from, block.to).match(/^ {0,3}\[[^\]\n]{1,999}\]:[ \t]*\S.*$/gm) ?? [];
}
