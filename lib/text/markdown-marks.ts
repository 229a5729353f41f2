/** Markdown on one line: its words without the marks that a renderer would turn into style. */

/** Opens at the start of a word, or closes at the end of one. */
const EMPHASIS = /(?<![\p{L}\p{N}*_])(?:\*\*|__)(?=\S)|(?<=\S)(?:\*\*|__)(?![\p{L}\p{N}*_])/gu;
const HEADING = /^ {0,3}#{1,6}[ \t]+/gm;
const CODE = /`([^`\n]+)`/g;

/** A text that was cut off may end inside of emphasis. */
export function removeMarkdownMarks(text: string): string {
  return text.replace(HEADING, "").replace(CODE, "$1").replace(EMPHASIS, "");
}
