/** The command line of `loupe completion`. */

import { defineCommand, UsageError } from "./command-line.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETION = defineCommand({
  name: "completion",
  operands: SHELLS.join("|"),
  summary:
    "prints a script that completes commands and options in a shell. For bash, add to ~/.bashrc: source <(loupe completion bash). For zsh, add to ~/.zshrc after compinit: source <(loupe completion zsh). For fish: loupe completion fish > ~/.config/fish/completions/loupe.fish",
  options: {},
  createRequest(_, [word, other]): Shell {
    const shell = SHELLS.find((name) => name === word);
    if (shell === undefined || other !== undefined) {
      throw new UsageError(`completion needs one of ${SHELLS.join(", ")}`);
    }
    return shell;
  },
});
