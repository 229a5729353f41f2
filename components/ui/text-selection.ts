// From a browser selection to a range of the source text, by the offsets its elements carry.
export interface SelectedText {
  anchor: number;
  focus: number;
}

/**
 * The selection inside `root` as offsets of the text. An end whose row was scrolled away, and with
 * it removed, keeps the value it had.
 */
export function selectedText(
  root: HTMLElement,
  before: SelectedText | undefined,
): SelectedText | undefined {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (!root.contains(anchorNode) && !root.contains(focusNode)) return undefined;
  const anchor = offsetIn(root, anchorNode, anchorOffset) ?? before?.anchor;
  const focus = offsetIn(root, focusNode, focusOffset) ?? before?.focus;
  return anchor === undefined || focus === undefined ? undefined : { anchor, focus };
}

function offsetIn(root: HTMLElement, node: Node | null, offset: number): number | undefined {
  if (!node || !root.contains(node)) return undefined;
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>("[data-from]");
  if (holder) {
    const range = document.createRange();
    range.selectNodeContents(holder);
    range.setEnd(node, offset);
    return Number(holder.dataset.from) + range.toString().length;
  }
  // A triple click ends at the beginning of the next row. Above the rows nothing is known: that is
  // where the browser puts an end whose own node is gone.
  const row = element?.closest("[data-row]");
  const inside = [...(row?.querySelectorAll<HTMLElement>("[data-from]") ?? [])];
  return offset === 0 ? numberOf(inside[0]?.dataset.from) : numberOf(inside.at(-1)?.dataset.to);
}

function numberOf(offset: string | undefined): number | undefined {
  return offset === undefined ? undefined : Number(offset);
}
