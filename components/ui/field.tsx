"use client";
// One-line text field with optional icon and buttons, and a text area that grows with its content.
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";

type FieldSize = 26 | 30 | 48;

const FIELD = "flex min-w-0 items-center text-fg-1 inset-ring forced-colors:border";

const FIELD_SIZES: Readonly<Record<FieldSize, string>> = {
  26: "h-6.5 gap-1.5 rounded-2 bg-bg-2 pr-1 pl-2 text-12",
  30: "h-7.5 gap-2 rounded-2 bg-bg-1 pr-2 pl-2.5 text-12 pointer-coarse:h-10",
  48: "h-12 gap-2.5 rounded-4 bg-well pr-1.5 pl-3.5 text-13",
};

const FIELD_RING =
  "inset-ring-line-2 not-focus-within:hover:inset-ring-line-3 focus-within:inset-ring-accent";
const START_RING =
  "inset-ring-line-2 not-focus-within:hover:inset-ring-line-3 focus-within:inset-ring-[1.5px] focus-within:inset-ring-accent focus-within:ring-4 focus-within:ring-accent-bg";

function fieldClass({ size, invalid }: { size: FieldSize; invalid: boolean }): string {
  const ring = size === 48 ? START_RING : FIELD_RING;
  return cx(FIELD, FIELD_SIZES[size], invalid ? "inset-ring-error" : ring);
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "size" | "onChange"> {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  icon?: IconName;
  /** 26 in bars, 30 in the top bar and forms, 48 on the start page. */
  size?: FieldSize;
  mono?: boolean;
  invalid?: boolean;
  /** Content before the text, e.g. a status dot. */
  lead?: ReactNode;
  /** Content after the text: a badge, a key, a button. */
  children?: ReactNode;
  inputClassName?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, icon, size = 30, mono, invalid, lead, children, ...rest } = props;
  const { className, inputClassName, ...input } = rest;
  return (
    // The label makes a click on the icon or padding focus the field.
    <label className={cx(fieldClass({ size, invalid: invalid === true }), className)}>
      {icon && <Icon name={icon} size={size === 48 ? 16 : 14} className="text-fg-3" />}
      {lead}
      <input
        type="text"
        aria-label={label}
        aria-invalid={invalid || undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          "h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-0 [&::-webkit-search-cancel-button]:hidden",
          mono && "mono",
          inputClassName,
        )}
        {...input}
      />
      {children}
    </label>
  );
}

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `bare` in a box that is outlined itself, `boxed` for forms, `exact` for text as on the wire. */
  look?: keyof typeof TEXT_AREA_LOOKS;
}

const TEXT_AREA = "block w-full resize-none outline-0 [field-sizing:content]";
const BOX =
  "rounded-2 px-2.5 py-1.5 inset-ring inset-ring-line-2 focus:inset-ring-accent forced-colors:border";

const TEXT_AREA_LOOKS = {
  bare: "min-h-8 max-h-[40vh] bg-transparent px-3 pt-2 pb-0.5 leading-5",
  boxed: `${BOX} min-h-13 max-h-40 bg-bg-1 leading-5`,
  exact: `${BOX} mono max-h-[20vh] bg-well text-12`,
} as const;

export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, look = "bare", className, ref, ...rest } = props;
  const own = useRef<HTMLTextAreaElement>(null);

  // After every render, because the height follows the text.
  useLayoutEffect(() => {
    const area = own.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "0";
    area.style.height = `${area.scrollHeight}px`;
  });

  return (
    <textarea
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") return ref(element);
        if (ref) ref.current = element;
      }}
      rows={1}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(TEXT_AREA, TEXT_AREA_LOOKS[look], className)}
      {...rest}
    />
  );
}

interface SecretFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** Password field with a button that shows its value. */
export function SecretField({ label, ...rest }: SecretFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      type={isShown ? "text" : "password"}
      // Keeps browsers from offering to save it as a login.
      autoComplete="new-password"
      mono
      {...rest}
    >
      <Button
        size={24}
        aria-label={`${isShown ? "Hide" : "Show"} ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </Button>
    </TextField>
  );
}
