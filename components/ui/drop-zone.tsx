"use client";
// Opening files: the window-wide drop target with its outline, and the button that chooses instead.
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "./icons.tsx";

export interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** Files are dragged in, and may be dropped. */
  onExpect?: () => void;
  title?: string;
  hint?: string;
  disabled?: boolean;
}

/** Render once: while a file is dragged anywhere over the window it shows where it may fall. */
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
    // Every element under the pointer enters and leaves; only the balance says whether it is inside.
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
        // Something under the pointer takes files itself.
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
    <div className="ui-drop">
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

export interface FileButtonProps extends Omit<ComponentProps<"button">, "type" | "onClick"> {
  onFiles: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  children: ReactNode;
}

/** A button that opens the file chooser; it brings no look of its own. */
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
          // Otherwise choosing the same file again is no change.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
