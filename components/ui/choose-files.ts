// File chooser and downloads through the browser.
export function chooseFile(onFile: (file: File) => void): void {
  openFileChooser(false, ([file]) => file && onFile(file));
}

export function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  openFileChooser(true, onFiles);
}

function openFileChooser(multiple: boolean, onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = multiple;
  input.addEventListener("change", () => onFiles([...(input.files ?? [])]));
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
