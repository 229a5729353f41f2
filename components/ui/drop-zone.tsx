"use client";
// Window-wide drop target for files, and a button that opens the file chooser.
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "./icons.tsx";

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Called when files are dragged into the window. */
  onExpect?: () => void;
  title?: string;
  hint?: string;
  disabled?: boolean;
}

/** Shows an overlay while a file is dragged over the window. Render it only once. */
export function DropZone({
  onFiles,
  onExpect,
  title = "Drop to open",
  hint,
  disabled = false,
}: DropZoneProps) {
  const [over, setOver] = useState(false);
  const latest = useRef({ onFiles, onExpect });
  useEffect(() => {
    latest.current = { onFiles, onExpect };
  });

  useEffect(() => {
    if (disabled) return;
    // Enter and leave events fire for every element under the pointer, so they are counted.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const on = {
      dragenter: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        if (depth++ === 0) latest.current.onExpect?.();
        setOver(!event.defaultPrevented);
      },
      dragleave: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setOver(false);
      },
      dragover: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        // Hide the overlay over elements that accept files themselves.
        setOver(!event.defaultPrevented);
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      },
      drop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        depth = 0;
        setOver(false);
        if (event.defaultPrevented) return;
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) latest.current.onFiles(files);
      },
    };
    const names = ["dragenter", "dragleave", "dragover", "drop"] as const;
    for (const name of names) addEventListener(name, on[name]);
    return () => {
      for (const name of names) removeEventListener(name, on[name]);
      setOver(false);
    };
  }, [disabled]);

  if (!over) return null;
  return (
    <div
      data-part="drop-zone"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-bg-1/93 before:absolute before:inset-2.5 before:rounded-4 before:border-2 before:border-dashed before:border-accent before:bg-accent-bg"
    >
      <div className="relative grid justify-items-center gap-1">
        <span className="mb-1 text-accent">
          <Icon name="import" size={24} />
        </span>
        <p className="text-18 font-semibold">{title}</p>
        {hint && <p className="text-12 text-fg-2">{hint}</p>}
      </div>
    </div>
  );
}

interface FileButtonProps extends Omit<ComponentProps<"button">, "type" | "onClick"> {
  onFiles: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  children: ReactNode;
}

/** An unstyled button that opens the file chooser. */
export function FileButton({ onFiles, accept, multiple, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" {...rest} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
