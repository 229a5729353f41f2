"use client";
// Password field with a button that shows its value.
import { useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";

interface SecretFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

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
