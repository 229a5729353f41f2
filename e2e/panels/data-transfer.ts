// The data of a drop or a paste, with files.
import type { JSHandle, Page } from "@playwright/test";

export interface NamedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function createDataTransfer(
  page: Page,
  files: readonly NamedFile[],
): Promise<JSHandle<DataTransfer>> {
  const given = files.map(({ buffer, ...rest }) => ({
    ...rest,
    base64: buffer.toString("base64"),
  }));
  return page.evaluateHandle((given) => {
    const carried = new DataTransfer();
    for (const { name, mimeType, base64 } of given) {
      const text = atob(base64);
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
      carried.items.add(new File([bytes], name, { type: mimeType }));
    }
    return carried;
  }, given);
}
