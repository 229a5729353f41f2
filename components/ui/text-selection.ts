// Converts a browser selection to offsets in the source text, by the elements' data attributes.
export interface SelectedText {
  anchor: number;
  focus: number;
}

/**
 * The selection inside `root` as text offsets. An end whose row was removed by scrolling keeps its
 * previous value.
 */
export function getSelectedText(
  root: HTMLElement,
  before: SelectedText | undefined,
): SelectedText | undefined {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (!root.contains(anchorNode) && !root.contains(focusNode)) return undefined;
  const anchor = getOffset(root, anchorNode, anchorOffset) ?? before?.anchor;
  const focus = getOffset(root, focusNode, focusOffset) ?? before?.focus;
  return anchor === undefined || focus === undefined ? undefined : { anchor, focus };
}

function getOffset(root: HTMLElement, node: Node | null, offset: number): number | undefined {
  if (!node || !root.contains(node)) return undefined;
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>("[data-from]");
  if (holder) {
    const range = document.createRange();
    range.selectNodeContents(holder);
    range.setEnd(node, offset);
    return Number(holder.dataset.from) + range.toString().length;
  }
  // A triple click ends at the start of the next row. Outside of the rows the offset is unknown: the
  // browser moves an end there if its node was removed.
  const row = element?.closest("[data-row]");
  const inside = [...(row?.querySelectorAll<HTMLElement>("[data-from]") ?? [])];
  return offset === 0
    ? parseOffset(inside[0]?.dataset.from)
    : parseOffset(inside.at(-1)?.dataset.to);
}

function parseOffset(offset: string | undefined): number | undefined {
  return offset === undefined ? undefined : Number(offset);
}
