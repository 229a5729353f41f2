// File chooser and downloads through the browser.
export function chooseFile(onFile: (file: File) => void): void {
  openFileChooser(false, ([file]) => file && onFile(file));
}

export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  openFileChooser(true, onFiles);
}

/** Kept, because an input without a place in the page may be collected while the user chooses. */
let chooser: HTMLInputElement | null = null;

function openFileChooser(multiple: boolean, onFiles: (files: readonly File[]) => void): void {
  const input = chooser ?? document.createElement("input");
  chooser = input;
  input.type = "file";
  input.multiple = multiple;
  // Reset, so that choosing the same file again fires a change event.
  input.value = "";
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

export function downloadText(name: string, type: string, text: string): void {
  downloadFile(new File([text], name, { type }));
}

export function downloadFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Revoked once the browser has read the file, to free its memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
