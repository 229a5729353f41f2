"use client";
// One-line text field with optional icon and buttons, and a text area that grows with its content.
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "size" | "onChange"> {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  icon?: IconName;
  /** 26 in bars, 30 in the top bar and forms, 48 on the start page. */
  size?: 26 | 30 | 48;
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
    <label
      className={cx("ui-field", className)}
      data-size={size}
      data-invalid={invalid || undefined}
    >
      {icon && <Icon name={icon} size={size === 48 ? 16 : 14} />}
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
        className={cx(mono && "mono", inputClassName)}
        {...input}
      />
      {children}
    </label>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({ label, value, onChange, className, ref, ...rest }: TextAreaProps) {
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
      className={cx("ui-textarea", className)}
      {...rest}
    />
  );
}
